import { pointer, type Fault } from './fault.ts';
import { isOwnVisitAddress, type OwnAddresses } from './own-address.ts';
import { PLATFORMS, type AppPlatforms, type Platform } from './platform.ts';
import { isHttp, LOOP, type Route, type RouteOverride, type Routes } from './route.ts';
import type { Match, Matcher } from './matcher.ts';
import { carryOver, fill, WEB_FALLBACK } from './template.ts';
import { characterCount, isLongerThan } from './text.ts';
import { parseAddress, joinBase, MAX_LINK_LENGTH, schemeOf, type BaseUri } from './uri.ts';

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
  const madeFault = madeAddressCheck(text, own);
  for (const platform of PLATFORMS) {
    const override = overrides[platform];
    const { enabled, base, fallback: usual } = rules.platforms[platform];
    if (!enabled && !override) continue;
    if (!enabled && override?.link === undefined) {
      const detail = `is required: the app has ${platform} switched off, so there is no default link`;
      faults.push({ pointer: pointer('routes', platform, 'link'), detail });
      continue;
    }
    const check = (field: string, address: string): string => {
      const detail = madeFault(address);
      if (detail !== undefined) {
        const what = `the ${platform} ${field} that comes out of it ("${address.slice(0, 200)}")`;
        faults.push({ pointer: '/uri', detail: `${what} ${detail}` });
      }
      return address;
    };
    const pattern = enabled ? match?.template.routes[platform] : undefined;
    const link =
      override?.link ?? check('link', defaultLink(platform, text, uri, base, pattern?.link, match));
    const fallback =
      override?.fallback ??
      (match && pattern?.fallback !== undefined
        ? check('fallback', fill(pattern.fallback, match.captures))
        : usual);
    const skip = enabled && (pattern?.skip_page ?? match?.template.skip_page);
    routes[platform] = { link, fallback, ...(skip ? { skip_page: true } : {}) };
  }
  return { routes: withWebFallbacks(routes), match, faults };
}

/** Puts the link's own web route where a template says `@web`. */
function withWebFallbacks(routes: Partial<Record<Platform, Route>>): Routes {
  const web = routes.web?.link ?? '';
  for (const platform of PLATFORMS) {
    const route = routes[platform];
    if (route?.fallback !== WEB_FALLBACK) continue;
    routes[platform] = { ...route, fallback: isHttp(web) ? web : '' };
  }
  return routes;
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
  return joinBase(base, uri);
}

/** Is the URI already what this platform opens? Then it stays as it was sent. */
function isOwnForm(platform: Platform, uri: BaseUri, base: string): boolean {
  if (uri.form === 'http') return platform === 'web';
  return uri.form === 'deep-link' && uri.scheme === schemeOf(base);
}

/** Checks what bases and templates made; most platforms come to the same text, looked at once. */
function madeAddressCheck(text: string, own: OwnAddresses | undefined) {
  const known = new Map<string, string | undefined>();
  return (address: string): string | undefined => {
    if (address === '' || address === WEB_FALLBACK) return undefined;
    if (!known.has(address)) known.set(address, madeAddressFault(address, address === text, own));
    return known.get(address);
  };
}

function madeAddressFault(
  address: string,
  asSent: boolean,
  own: OwnAddresses | undefined,
): string | undefined {
  if (isLongerThan(address, MAX_LINK_LENGTH)) {
    return `is ${characterCount(address)} characters long; at most ${MAX_LINK_LENGTH}`;
  }
  const parsed = parseAddress(address);
  // A platform without a base gets the URI as it is, which may be a bare path.
  if ('fault' in parsed) return asSent ? undefined : parsed.fault;
  return own && isOwnVisitAddress(parsed.value, own) ? LOOP : undefined;
}
