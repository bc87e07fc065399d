import { isHarmless } from '../visit/leads-to.ts';
import { isReservedPath } from '../../src/domain/link/code.ts';
import { parseUrl } from '../../src/domain/text/uri.ts';
import { isRefused } from './bad-addresses.ts';
import { headSize, type Case } from './requests.ts';
import { mediaType, plainPath, type Contract } from './contract.ts';
import type { Got, Sent } from './client.ts';

/** Everything that any answer must keep to; what it does not keep to, in words. */
export function answerFault(
  contract: Contract,
  url: string,
  made: Case,
  got: Got,
): string | undefined {
  const { sent, draft } = made;
  if (got.status >= 500) return `the status is ${got.status}`;
  if (got.status === 431 && headSize(sent) > 15_000) return contract.problemFault(sent, got, [431]);
  // What a request line may not hold does not get as far as an address.
  if (/[^\x21-\x7e]/.test(sent.path)) return contract.problemFault(sent, got, [400]);
  const template = contract.template(sent.path);
  if (template === undefined) {
    const segment = /^\/([^/?]+)\/?(?:\?.*)?$/s.exec(sent.path)?.[1];
    return segment === undefined || isReservedPath(segment)
      ? elsewhereFault(contract, sent, got)
      : visitFault(url, sent, got);
  }
  const issue = contract.issue(template, sent, got);
  if (issue) return issue;
  if (made.judged && got.status === 422) return pointersFault(sent, got);
  return draft ? createFault(contract, made, got) : undefined;
}

/** Holds what became of a body against what was known of it. */
function createFault(contract: Contract, { draft, sent }: Case, got: Got): string | undefined {
  const made = got.status === 200 || got.status === 201;
  if (draft?.good && !made) return 'a request that breaks no rule was refused';
  if (draft?.readable && got.status === 400) return 'JSON was called unreadable';
  if (got.status === 422) return pointersFault(sent, got);
  if (!made) return undefined;
  const value = readBody(sent);
  const validate = contract.component('LinkRequest');
  return validate(value) ? undefined : 'a body was accepted that does not fit its own schema';
}

/** Every fault has to point at something that was sent, or at what is missing from it. */
function pointersFault(sent: Sent, got: Got): string | undefined {
  const body = readBody(sent);
  const { errors = [] } = JSON.parse(got.text) as {
    errors?: { pointer: string; detail: string }[];
  };
  if (errors.length === 0) return '422 without errors';
  for (const { pointer, detail } of errors) {
    if (pointer.startsWith('/query/')) {
      const name = pointer.slice('/query/'.length).replaceAll('~1', '/').replaceAll('~0', '~');
      if (!new URLSearchParams(/\?(.*)/s.exec(sent.path)?.[1]).has(name)) {
        return `${pointer} is not in the query`;
      }
      continue;
    }
    const tokens = pointer.split('/').slice(1);
    let at: unknown = body;
    for (const [i, token] of tokens.entries()) {
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
      const last = i === tokens.length - 1;
      const there = typeof at === 'object' && at !== null && Object.hasOwn(at, key);
      if (!there && !(last && detail.startsWith('is required'))) return `${pointer} is nowhere`;
      at = there ? (at as Record<string, unknown>)[key] : undefined;
    }
  }
  return undefined;
}

/** A smart link's address: a redirect or a page for people, whatever was asked. */
function visitFault(url: string, sent: Sent, got: Got): string | undefined {
  const type = mediaType(got);
  if (got.status === 302) {
    if (got.text !== '') return 'a redirect with a body';
    return targetFault(url, got.headers.location ?? '', ['http:', 'https:']) ?? cacheFault(got);
  }
  if (![200, 404, 405, 410].includes(got.status)) return `a visit was answered with ${got.status}`;
  if (type !== 'text/html') return `a visit was answered with ${type}`;
  if (got.status === 405 && got.headers.allow !== 'GET, HEAD')
    return `Allow is ${got.headers.allow}`;
  if (sent.method === 'HEAD') return got.text === '' ? cacheFault(got) : 'HEAD with a body';
  const policy = String(got.headers['content-security-policy']);
  if (!policy.includes("default-src 'none'")) return `the page has the policy ${policy}`;
  // Its own script, at the most one, is known by the nonce of the policy.
  const nonce = /script-src 'nonce-([\w-]{22})'/.exec(policy)?.[1];
  const rest = nonce ? got.text.replace(ownScript(nonce), '') : got.text;
  if (/<script|<[^>]*\son\w+\s*=/i.test(rest)) return 'the page has script in it';
  for (const [, href = ''] of got.text.matchAll(/href="([^"]*)"/g)) {
    const text = href.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    const issue = targetFault(url, text);
    if (issue) return issue;
  }
  return cacheFault(got);
}

function ownScript(nonce: string): RegExp {
  return new RegExp(`<script nonce="${nonce}">[^<]*(?:<(?!/script)[^<]*)*</script>`);
}

function cacheFault(got: Got): string | undefined {
  const control = got.headers['cache-control'];
  return control === 'private, no-store' ? undefined : `Cache-Control is ${control}`;
}

function targetFault(url: string, text: string, protocols?: readonly string[]): string | undefined {
  const target = parseUrl(text);
  if (!target) return `visitors are sent to ${text}, which is no URL`;
  if (protocols && !protocols.includes(target.protocol)) return `visitors are sent to ${text}`;
  if (target.protocol === 'intent:') return isHarmless(text) ? undefined : `an intent in ${text}`;
  if (isRefused(target.protocol)) return `visitors are sent to ${text}`;
  if (target.username !== '' || target.password !== '') return `user info in ${text}`;
  const loop = target.host === new URL(url).host && /^\/[^/]+\/?$/.test(target.pathname);
  return loop ? `visitors are sent back to ${text}` : undefined;
}

/** Everything that is neither documented nor a visit. */
function elsewhereFault(contract: Contract, sent: Sent, got: Got): string | undefined {
  if (mediaType(got) === 'application/problem+json') {
    return contract.problemFault(sent, got, [400, 404, 405, 413, 415, 431]);
  }
  // What is left are the pages about the service itself.
  return /^\/*(?:$|\?|#|docs|dashboard|openapi\.json)/.test(plainPath(sent.path)) &&
    got.status < 400
    ? undefined
    : `${got.status} ${mediaType(got)} at an address that leads nowhere`;
}

/** A body that the service took for JSON. */
export function readBody(sent: Sent): unknown {
  return JSON.parse(String(sent.body).replace(/^\ufeff/, ''));
}

interface Retrieved {
  readonly code: string;
  readonly routes: Readonly<Record<string, { readonly link: string; readonly fallback: string }>>;
}

/** What is wrong with a link that was accepted, as it is retrieved. */
export function linkIssue(got: Got, code: string): string | undefined {
  const { smartlink } = JSON.parse(got.text) as { smartlink: Retrieved };
  if (smartlink.code !== code) return `the code is ${smartlink.code}, not ${code}`;
  for (const [platform, { link, fallback }] of Object.entries(smartlink.routes)) {
    for (const address of [link, fallback]) {
      // A path without a base is kept as it is: a page that it stands on must not lead elsewhere.
      const url = new URL(address, 'https://base.example');
      const own = parseUrl(address) !== undefined || url.origin === 'https://base.example';
      if (!own || isRefused(url.protocol)) return `the ${platform} route holds ${address}`;
      if (url.username !== '' || url.password !== '') return `user info in ${address}`;
    }
  }
  return undefined;
}
