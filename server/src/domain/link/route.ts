import { Type, type Static } from 'typebox';
import { isOwnVisitAddress, type OwnAddresses } from './own-address.ts';
import { PLATFORMS, type Platform } from '../app/platform.ts';
import { STORE_SCHEMES } from './app-store.ts';
import { parseAddress, MAX_URI_LENGTH, schemeOf } from '../text/uri.ts';
import { component, uriText } from '../text/shapes.ts';

/** The route of one platform: its destination, and where visitors go if that does not open. */
export interface Route {
  readonly link: string;
  readonly fallback: string;
  /** Visitors go directly to the fallback, without a page that offers the app. */
  readonly skip_page?: true;
}

export type Routes = Readonly<Partial<Record<Platform, Route>>>;

export const RouteSchema = component(
  'Route',
  {
    link: Type.String({
      description: 'The destination on the platform: a web URL or a deep link.',
    }),
    fallback: Type.String({
      description:
        'The destination if `link` does not open, usually an app store page; can be empty.',
    }),
  },
  { description: 'The route of one platform.' },
);

export const RouteOverrideSchema = component(
  'RouteOverride',
  {
    link: Type.Optional(
      uriText('An absolute address; on `web` an http(s) URL. If omitted, the default link stays.'),
    ),
    fallback: Type.Optional(
      Type.String({
        maxLength: MAX_URI_LENGTH,
        description: 'An http(s) or app store address, or empty. If omitted, the default stays.',
      }),
    ),
  },
  { description: 'Replaces the default route of a platform.' },
);
export type RouteOverride = Static<typeof RouteOverrideSchema>;

/** Returns the error of an address as the link of `platform`; completes "the link …". */
export function linkIssue(
  platform: Platform,
  link: string,
  own: OwnAddresses | undefined,
): string | undefined {
  return platform === 'web' ? addressIssue(link, own, WEB, ON_WEB) : addressIssue(link, own);
}

const FALLBACK =
  'must be an http(s) address, an app store address ("itms-apps:", "market:") or empty';

/** Returns the error of an address as a fallback; `""` is valid. */
export function fallbackIssue(fallback: string, own: OwnAddresses | undefined): string | undefined {
  return fallback === '' ? undefined : addressIssue(fallback, own, FALLBACK_SCHEMES, FALLBACK);
}

/** Returns the error of an address that pages display or link to; with `own`, also of one that visits are redirected to. */
export function webAddressIssue(address: string, own?: OwnAddresses): string | undefined {
  return addressIssue(address, own, WEB, 'must be an http(s) address');
}

const WEB: ReadonlySet<string | undefined> = new Set(['http', 'https']);
const FALLBACK_SCHEMES: ReadonlySet<string | undefined> = new Set([...WEB, ...STORE_SCHEMES]);
export const ON_WEB = 'must be an http(s) address on the web platform';

/** `schemes` undefined: all that are not refused. `wanted`: the error of another scheme. */
function addressIssue(
  address: string,
  own: OwnAddresses | undefined,
  schemes?: ReadonlySet<string | undefined>,
  wanted?: string,
): string | undefined {
  const parsed = parseAddress(address, wanted);
  if ('issue' in parsed) return parsed.issue;
  if (schemes?.has(schemeOf(address)) === false) return wanted;
  return own && isOwnVisitAddress(parsed.value, own) ? LOOP : undefined;
}

export const LOOP = 'points to smart links of this service, which would cause a redirect loop';

export function isHttp(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === 'http' || scheme === 'https';
}

/**
 * Whether a link with these routes has no destination: all routes are relative paths without a fallback, as
 * for a path if no platform has a base and no template matches.
 */
export function hasNoDestination(routes: Routes): boolean {
  return Object.values(routes).every(
    ({ link, fallback }) => fallback === '' && schemeOf(link) === undefined,
  );
}

/** Returns the routes that a token of `platform` can read; empty if there are none. */
export function routesForToken(routes: Routes, platform: Platform | undefined): Routes {
  const pick = (...wanted: Platform[]): Routes =>
    Object.fromEntries(
      wanted.flatMap((name) => {
        const route = routes[name];
        return route ? [[name, { link: route.link, fallback: route.fallback }]] : [];
      }),
    );
  if (platform === undefined) return pick(...PLATFORMS);
  if (routes[platform]) return pick(platform);
  if (platform === 'iphone' || platform === 'ipad') return pick('universal');
  if (platform === 'universal') return pick('iphone', 'ipad');
  return {};
}
