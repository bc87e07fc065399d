import { linkRoutes, type AppRules } from '../link/link-routes.ts';
import { Matcher } from './matcher.ts';
import type { OwnAddresses } from '../link/own-address.ts';
import type { Platform } from '../app/platform.ts';
import type { RouteOverride, Routes } from '../link/route.ts';
import { newApp, planSteps } from '../app/setup-diff.ts';
import type { AppSetup } from '../app/setup-schema.ts';
import type { Steps } from '../text/steps.ts';
import { parseBaseUri } from '../text/uri.ts';

/** The rules of an app with unsaved settings in place of the saved ones. */
export function* rulesWith(unsaved: AppSetup, rules: AppRules): Steps<AppRules> {
  const { platforms } = rules;
  const { templates, ...others } = unsaved;
  const plan = yield* planSteps(others, { ...newApp(), platforms });
  return {
    platforms: { ...platforms, ...Object.fromEntries(plan.platforms) },
    matcher: templates ? yield* Matcher.of(templates) : rules.matcher,
    metadataSchema: rules.metadataSchema,
  };
}

/** The fields of a link from which its routes can be computed again. */
export interface RoutedLink {
  readonly code: string;
  readonly uri: string;
  readonly template: string | null;
  readonly routes: Routes;
  /** The routes of the request that created the link. */
  readonly overrides: Readonly<Partial<Record<Platform, RouteOverride>>>;
}

/** A link whose routes would change: the current and the new ones. */
export interface RebuiltLink {
  readonly code: string;
  readonly uri: string;
  readonly templateBefore: string | null;
  readonly templateAfter: string | null;
  readonly routesBefore: Routes;
  readonly routesAfter: Routes;
}

/**
 * Returns the routes that a link would get with other rules. Returns undefined if both rules give the same
 * routes, so that routes changed by hand do not count as a difference, or if the link already has these
 * routes.
 */
export function rebuiltLink(
  link: RoutedLink,
  before: AppRules,
  after: AppRules,
  own: OwnAddresses | undefined,
): RebuiltLink | undefined {
  const { code, uri, overrides } = link;
  const base = parseBaseUri(uri);
  if ('issue' in base) return undefined;
  const would = linkRoutes(uri, base.value, overrides, after, own);
  if (same(link.routes, would.routes)) return undefined;
  const was = linkRoutes(uri, base.value, overrides, before, own);
  if (same(was.routes, would.routes)) return undefined;
  return {
    code,
    uri,
    templateBefore: link.template,
    templateAfter: would.match?.template.name ?? null,
    routesBefore: link.routes,
    routesAfter: would.routes,
  };
}

/** Routes are always written in the same order, so comparing text is enough. */
function same(a: Routes, b: Routes): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
