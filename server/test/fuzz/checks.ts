import { policyIssue } from '../pages/policy.ts';
import { isHarmless } from '../visit/destinations.ts';
import { RESERVED_PATHS } from '../../src/domain/link/code.ts';
import { parseUrl } from '../../src/domain/text/uri.ts';
import { isRefused } from './bad-addresses.ts';
import { headSize, type Case } from './requests.ts';
import { mediaType, plainPath, type Contract } from './contract.ts';
import type { Got, Sent } from './client.ts';

/** Checks the rules that apply to every response; returns the violation, or undefined. */
export function responseIssue(
  contract: Contract,
  url: string,
  made: Case,
  got: Got,
): string | undefined {
  const { sent, draft } = made;
  if (got.status >= 500) return `the status is ${got.status}`;
  if (got.status === 431 && headSize(sent) > 15_000) return contract.problemIssue(sent, got, [431]);
  // A request line with invalid characters does not reach an address.
  if (/[^\x21-\x7e]/.test(sent.path)) return contract.problemIssue(sent, got, [400]);
  const template = contract.template(sent.path);
  if (template === undefined) {
    const segment = /^\/([^/?]+)\/?(?:\?.*)?$/s.exec(sent.path)?.[1];
    return segment === undefined || RESERVED_PATHS.has(segment)
      ? otherPathIssue(contract, url, sent, got)
      : visitIssue(url, sent, got);
  }
  const issue = contract.issue(template, sent, got);
  if (issue) return issue;
  if (made.onlyBodyIsInvalid && got.status === 422) return pointersIssue(sent, got);
  return draft ? createIssue(contract, made, got) : undefined;
}

/** Checks the response to a create against what the test knows about the body. */
function createIssue(contract: Contract, { draft, sent }: Case, got: Got): string | undefined {
  const made = got.status === 200 || got.status === 201;
  if (draft?.good && !made) return 'a request that breaks no rule was refused';
  if (draft?.readable && got.status === 400) return 'JSON was called unreadable';
  if (got.status === 422) return pointersIssue(sent, got);
  if (!made) return undefined;
  const value = readBody(sent);
  const validate = contract.component('LinkRequest');
  return validate(value) ? undefined : 'a body was accepted that does not fit its own schema';
}

/** Every issue must refer to something that was sent, or to a missing field. */
function pointersIssue(sent: Sent, got: Got): string | undefined {
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
      const exists = typeof at === 'object' && at !== null && Object.hasOwn(at, key);
      if (!exists && !(last && detail.startsWith('is required')))
        return `${pointer} does not exist`;
      at = exists ? (at as Record<string, unknown>)[key] : undefined;
    }
  }
  return undefined;
}

/** The address of a smart link: a redirect or a page, for any request. */
function visitIssue(url: string, sent: Sent, got: Got): string | undefined {
  const type = mediaType(got);
  if (got.status === 302) {
    if (got.text !== '') return 'a redirect with a body';
    return (
      destinationIssue(url, got.headers.location ?? '', ['http:', 'https:']) ?? cacheIssue(got)
    );
  }
  if (![200, 404, 405, 410].includes(got.status)) return `a visit was answered with ${got.status}`;
  if (type !== 'text/html') return `a visit was answered with ${type}`;
  if (got.status === 405 && got.headers.allow !== 'GET, HEAD')
    return `Allow is ${got.headers.allow}`;
  if (sent.method === 'HEAD') return got.text === '' ? cacheIssue(got) : 'HEAD with a body';
  const policyError = policyIssue(got.text, String(got.headers['content-security-policy']));
  if (policyError !== undefined) return policyError;
  if (got.text.split('<script').length > 2) return 'the page has more than one script';
  for (const [, href = ''] of got.text.matchAll(/href="([^"]*)"/g)) {
    const text = href.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    const issue = destinationIssue(url, text);
    if (issue) return issue;
  }
  return cacheIssue(got);
}

function cacheIssue(got: Got): string | undefined {
  const control = got.headers['cache-control'];
  return control === 'private, no-store' ? undefined : `Cache-Control is ${control}`;
}

function destinationIssue(
  url: string,
  text: string,
  protocols?: readonly string[],
): string | undefined {
  const target = parseUrl(text);
  if (!target) return `visitors are sent to ${text}, which is no URL`;
  if (protocols && !protocols.includes(target.protocol)) return `visitors are sent to ${text}`;
  if (target.protocol === 'intent:') return isHarmless(text) ? undefined : `an intent in ${text}`;
  if (isRefused(target.protocol)) return `visitors are sent to ${text}`;
  if (target.username !== '' || target.password !== '') return `user info in ${text}`;
  const loop = target.host === new URL(url).host && /^\/[^/]+\/?$/.test(target.pathname);
  return loop ? `visitors are sent back to ${text}` : undefined;
}

/** Checks responses to paths that are neither documented nor visits. */
function otherPathIssue(contract: Contract, url: string, sent: Sent, got: Got): string | undefined {
  if (mediaType(got) === 'application/problem+json') {
    return contract.problemIssue(sent, got, [400, 404, 405, 413, 415, 431]);
  }
  // A browser gets a page.
  if (got.status === 404 && sent.headers.accept?.includes('text/html')) {
    return visitIssue(url, sent, got);
  }
  // The remaining addresses are the pages about the service itself.
  return /^\/*(?:$|\?|#|docs|dashboard|openapi\.json)/.test(plainPath(sent.path)) &&
    got.status < 400
    ? undefined
    : `${got.status} ${mediaType(got)} at an unknown address`;
}

/** A body that the service read as JSON. */
export function readBody(sent: Sent): unknown {
  return JSON.parse(String(sent.body).replace(/^\ufeff/, ''));
}

interface Retrieved {
  readonly code: string;
  readonly routes: Readonly<Record<string, { readonly link: string; readonly fallback: string }>>;
}

/** Checks a created link as the API returns it; returns the violation, or undefined. */
export function linkIssue(got: Got, code: string): string | undefined {
  const { smartlink } = JSON.parse(got.text) as { smartlink: Retrieved };
  if (smartlink.code !== code) return `the code is ${smartlink.code}, not ${code}`;
  for (const [platform, { link, fallback }] of Object.entries(smartlink.routes)) {
    for (const address of [link, fallback]) {
      // Without a base, a path is stored unchanged. As a link on a page, it must not lead to
      // another host.
      const url = new URL(address, 'https://base.example');
      const own = parseUrl(address) !== undefined || url.origin === 'https://base.example';
      if (!own || isRefused(url.protocol)) return `the ${platform} route holds ${address}`;
      if (url.username !== '' || url.password !== '') return `user info in ${address}`;
    }
  }
  return undefined;
}
