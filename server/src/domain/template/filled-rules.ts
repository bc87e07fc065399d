import { PLATFORMS, type AppPlatforms, type Platform } from '../app/platform.ts';
import { isHttp } from '../link/route.ts';
import type { RouteChange } from '../link/route-change.ts';
import type { LinkRule } from '../rule/link-rule.ts';
import type { BaseUri } from '../text/uri.ts';
import type { Match } from './matcher.ts';
import { carryOver, fill, WEB_FALLBACK } from './template.ts';

interface FilledRulesOf {
  readonly match: Match;
  readonly uri: BaseUri;
  readonly platforms: AppPlatforms;
  /** Platforms whose routes the request names: rules of a template do not replace these. */
  readonly explicit: Readonly<Partial<Record<Platform, unknown>>>;
  /** The web link of the routes of the link; undefined: it has none. */
  readonly web: string | undefined;
  /** Reports an address that no link can have, and returns the address. */
  readonly check: (what: string, address: string) => string;
}

/** The rules that a link gets from its template, with captured text filled in; undefined: none. */
export function filledRules(from: FilledRulesOf): readonly LinkRule[] | undefined {
  const { rules = [] } = from.match.template;
  const filled = rules.flatMap(({ routes: patterns, ...rule }, index) => {
    const routes: Partial<Record<Platform, RouteChange>> = {};
    for (const platform of PLATFORMS) {
      const pattern = patterns[platform];
      if (!pattern || from.explicit[platform] || !from.platforms[platform].enabled) continue;
      routes[platform] = filledRoute(
        pattern,
        (field) => `${platform} ${field} of rule ${index + 1}`,
        from,
      );
    }
    fillWebFallbacks(routes, routes.web?.link ?? from.web);
    return Object.keys(routes).length === 0 ? [] : [{ ...rule, routes }];
  });
  return filled.length === 0 ? undefined : filled;
}

/** Replaces `@web` with the link of the web route. */
export function fillWebFallbacks<AnyRoute extends { readonly fallback?: string }>(
  routes: Partial<Record<Platform, AnyRoute>>,
  web = '',
): void {
  for (const platform of PLATFORMS) {
    const route = routes[platform];
    if (route?.fallback !== WEB_FALLBACK) continue;
    routes[platform] = { ...route, fallback: isHttp(web) ? web : '' };
  }
}

/** `what`: how errors name the field of the route. */
function filledRoute(
  { link, fallback, skip_page }: RouteChange,
  what: (field: string) => string,
  { match: { captures }, uri, check }: FilledRulesOf,
): RouteChange {
  return {
    ...(link !== undefined && { link: check(what('link'), carryOver(fill(link, captures), uri)) }),
    ...(fallback !== undefined && { fallback: check(what('fallback'), fill(fallback, captures)) }),
    ...(skip_page !== undefined && { skip_page }),
  };
}
