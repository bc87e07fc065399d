import { isPlatform, type Platform } from '../app/platform.ts';
import { pointer, type Issue } from '../text/issue.ts';
import { isRecord } from '../text/json-value.ts';
import type { OwnAddresses } from './own-address.ts';
import { fallbackIssue, linkIssue } from './route.ts';

/** Returns the error of an address in a route; it completes "the field …". */
type FindIssue = (
  platform: Platform,
  field: 'link' | 'fallback',
  text: string,
) => string | undefined;

/** Returns the errors that `issueOf` finds in the addresses of routes. `at`: the JSON pointer of the routes. */
export function routeIssues(
  routes: Readonly<Record<string, unknown>>,
  at: string,
  issueOf: FindIssue,
): Issue[] {
  const issues: Issue[] = [];
  for (const [platform, route] of Object.entries(routes)) {
    if (!isPlatform(platform) || !isRecord(route)) continue;
    for (const field of ['link', 'fallback'] as const) {
      const text = route[field];
      // The schema refuses an empty link; an empty fallback is valid.
      if (typeof text !== 'string' || text === '') continue;
      const detail = issueOf(platform, field, text);
      if (detail) issues.push({ pointer: at + pointer(platform, field), detail });
    }
  }
  return issues;
}

/** Returns the errors in the addresses of the routes of a request or a rule. */
export function overrideIssues(
  routes: Readonly<Record<string, unknown>>,
  at: string,
  own: OwnAddresses | undefined,
): Issue[] {
  return routeIssues(routes, at, (platform, field, text) =>
    field === 'link' ? linkIssue(platform, text, own) : fallbackIssue(text, own),
  );
}
