import { isPlatform } from '../app/platform.ts';
import { pointer, type Issue } from '../text/issue.ts';
import { isRecord } from '../text/json-value.ts';
import type { OwnAddresses } from './own-address.ts';
import { fallbackIssue, linkIssue } from './route.ts';

/** Returns the errors in the addresses of the routes of a request. */
export function overrideIssues(
  routes: Readonly<Record<string, unknown>>,
  own: OwnAddresses | undefined,
): Issue[] {
  const issues: Issue[] = [];
  for (const [platform, route] of Object.entries(routes)) {
    if (!isPlatform(platform) || !isRecord(route)) continue;
    const { link, fallback } = route;
    const wrongLink =
      typeof link === 'string' && link !== '' ? linkIssue(platform, link, own) : undefined;
    if (wrongLink) issues.push({ pointer: pointer('routes', platform, 'link'), detail: wrongLink });
    const wrongFallback = typeof fallback === 'string' ? fallbackIssue(fallback, own) : undefined;
    if (wrongFallback) {
      issues.push({ pointer: pointer('routes', platform, 'fallback'), detail: wrongFallback });
    }
  }
  return issues;
}
