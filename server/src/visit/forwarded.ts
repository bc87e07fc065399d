import { isStore } from '../domain/link/app-store.ts';
import { isHttp } from '../domain/link/route.ts';
import { unescaped } from '../domain/text/text.ts';
import { IN_APP_RULES } from '../platform/rules.ts';
import type { Answer } from './answer.ts';

/** Adds the query of a visit to the web addresses of its answer. Returns the same object if this changes nothing. */
export function forwardedAnswer(answer: Answer, query: string): Answer {
  const added = <To extends string | undefined>(to: To): To | string =>
    to !== undefined && isHttp(to) ? withQuery(to, query) : to;
  switch (answer.kind) {
    case 'redirect': {
      const to = added(answer.to);
      return to === answer.to ? answer : { ...answer, to };
    }
    case 'open-app': {
      const [fallback, web] = [added(answer.fallback), added(answer.web)];
      const isSame = fallback === answer.fallback && web === answer.web;
      return isSame ? answer : { ...answer, fallback, web };
    }
    case 'get-app': {
      const web = added(answer.web);
      return web === answer.web ? answer : { ...answer, web };
    }
    case 'probe': {
      const [app, web] = [added(answer.app), added(answer.web)];
      return app === answer.app && web === answer.web ? answer : { ...answer, app, web };
    }
    default:
      return answer;
  }
}

/** The longest query that a visit can add to a target. */
export const MAX_FORWARDED_BYTES = 2048;

/**
 * Adds the query parameters of a visit that the web address does not have, in their order and spelling. Omits
 * parameters that exceed the limit or have invalid escapes. Addresses of app stores stay as they are.
 */
export function withQuery(target: string, query: string): string {
  if (query === '' || query === '?' || isStore(target)) return target;
  const hash = target.indexOf('#');
  const head = hash === -1 ? target : target.slice(0, hash);
  const mark = head.indexOf('?');
  const known = new Set([...OWN, ...(mark === -1 ? [] : namesIn(head.slice(mark + 1)))]);
  let room = MAX_FORWARDED_BYTES;
  const added: string[] = [];
  for (const sent of query.slice(1, 1 + 8 * MAX_FORWARDED_BYTES).split('&')) {
    // Browsers escape it in the query of a web address.
    const pair = sent.replaceAll("'", '%27');
    if (!QUERY.test(pair) || pair.length + 1 > room || known.has(nameOf(pair))) continue;
    room -= pair.length + 1;
    added.push(pair);
  }
  if (added.length === 0) return target;
  const link = mark === -1 ? '?' : head.endsWith('?') || head.endsWith('&') ? '' : '&';
  return head + link + added.join('&') + (hash === -1 ? '' : target.slice(hash));
}

// Parameters for this service, not for the target.
const OWN = IN_APP_RULES.flatMap(({ leavesBy }) => (leavesBy ? [leavesBy[0]] : []));

// What RFC 3986 allows in a query, complete escapes, and what browsers send without an escape. Not the backslash,
// which some parsers read as a slash.
const QUERY = /^(?:[\w\-.~!$'()*+,;=:@/?[\]|{}^`]|%[0-9a-f]{2})+$/i;

function namesIn(query: string): string[] {
  return query.split('&').map(nameOf);
}

function nameOf(pair: string): string {
  const end = pair.indexOf('=');
  return unescaped((end === -1 ? pair : pair.slice(0, end)).replaceAll('+', ' '));
}
