import { pointer, type Fault } from './fault.ts';
import { isOwnVisitAddress, type OwnAddresses } from './own-address.ts';
import { PLATFORMS, type AppPlatforms, type Platform } from './platform.ts';
import { isHttp, LOOP, type Route, type RouteOverride, type Routes } from './route.ts';
import { carryOver, fill, WEB_FALLBACK, type Match, type Matcher } from './template.ts';
import { absoluteAddressFault, joinBase, MAX_LINK_LENGTH, schemeOf, type BaseUri } from './uri.ts';

/** What the routes of a new link depend on, besides the request. */
export interface AppRules {
  readonly platforms: AppPlatforms;
  readonly matcher: Matcher;
}

export interface LinkRoutes {
  readonly routes: Routes;
  readonly match: Match | undefined;
  readonly faults: readonly Fault[];
}

/** The routes of a new link: override, else template, else the same path on every platform. */
export function linkRoutes(
  text: string,
  uri: BaseUri,
  overrides: Readonly<Partial<Record<Platform, RouteOverride>>>,
  rules: AppRules,
  own: OwnAddresses | undefined,
): LinkRoutes {
  const match = rules.matcher.match(uri);
  const faults: Fault[] = [];
  const routes: Partial<Record<Platform, Route>> = {};
  for (const platform of PLATFORMS) {
    const override = overrides[platform];
    const settings = rules.platforms[platform];
    if (!settings.enabled && !override) continue;
    const pattern = settings.enabled ? match?.template.routes[platform] : undefined;
    if (!settings.enabled && override?.link === undefined) {
      const detail = `is required: the app has ${platform} switched off, so there is no default link`;
      faults.push({ pointer: pointer('routes', platform, 'link'), detail });
      continue;
    }
    const link =
      override?.link ?? defaultLink(platform, text, uri, settings.base, pattern?.link, match);
    if (override?.link === undefined) {
      const detail = madeLinkFault(link, link === text, own);
      if (detail) {
        const what = `the ${platform} link that comes out of it ("${link.slice(0, 200)}") ${detail}`;
        faults.push({ pointer: '/uri', detail: what });
      }
    }
    const fallback =
      override?.fallback ??
      (match && pattern?.fallback !== undefined
        ? fill(pattern.fallback, match.captures)
        : settings.fallback);
    routes[platform] = { link, fallback };
  }
  const web = routes.web?.link ?? '';
  for (const platform of PLATFORMS) {
    const route = routes[platform];
    if (route?.fallback === WEB_FALLBACK) {
      routes[platform] = { ...route, fallback: isHttp(web) ? web : '' };
    }
  }
  return { routes, match, faults };
}

function defaultLink(
  platform: Platform,
  text: string,
  uri: BaseUri,
  base: string | undefined,
  pattern: string | undefined,
  match: Match | undefined,
): string {
  if (match && pattern !== undefined) return carryOver(fill(pattern, match.captures), uri);
  if (base === undefined || isOwnForm(platform, uri, base)) return text;
  return joinBase(base, uri.path);
}

/** Is the URI already what this platform opens? Then it stays as it was sent. */
function isOwnForm(platform: Platform, uri: BaseUri, base: string): boolean {
  if (uri.form === 'http') return platform === 'web';
  return uri.form === 'deep-link' && uri.scheme === schemeOf(base);
}

function madeLinkFault(
  link: string,
  asSent: boolean,
  own: OwnAddresses | undefined,
): string | undefined {
  if (link.length > MAX_LINK_LENGTH) {
    return `is ${link.length} characters long; at most ${MAX_LINK_LENGTH}`;
  }
  // A platform without a base gets the URI as it is, which may be a bare path.
  const fault = asSent ? undefined : absoluteAddressFault(link);
  if (fault) return fault;
  return own && isOwnVisitAddress(link, own) ? LOOP : undefined;
}
