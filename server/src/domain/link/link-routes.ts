import type { MetadataSchemaDocument } from '../schema/metadata-schema.ts';
import { DOT_SEGMENT, hasDotSegment } from '../template/dot-segments.ts';
import { pointer, type Issue } from '../text/issue.ts';
import { isOwnVisitAddress, type OwnAddresses } from './own-address.ts';
import { PLATFORMS, type AppPlatforms, type Platform } from '../app/platform.ts';
import { LOOP, type Route, type RouteOverride, type Routes } from './route.ts';
import type { Match, Matcher } from '../template/matcher.ts';
import { carryOver, fill, WEB_FALLBACK } from '../template/template.ts';
import { filledRules, fillWebFallbacks } from '../template/filled-rules.ts';
import { MAX_RULES_LENGTH, type LinkRule } from '../rule/link-rule.ts';
import { isLongerThan, shortened } from '../text/text.ts';
import { parseAddress, joinBase, MAX_LINK_LENGTH, schemeOf, type BaseUri } from '../text/uri.ts';

/** What a new link depends on besides the request. */
export interface AppRules {
  readonly platforms: AppPlatforms;
  readonly matcher: Matcher;
  /** The schema for metadata of the app; undefined: all metadata is accepted. */
  readonly metadataSchema?: MetadataSchemaDocument | undefined;
}

export interface LinkRoutes {
  readonly routes: Routes;
  readonly match: Match | undefined;
  /** Conditional routes, which the template has; undefined: none. */
  readonly rules: readonly LinkRule[] | undefined;
  readonly issues: readonly Issue[];
}

const NO_PLATFORMS: ReadonlySet<string> = new Set();

/**
 * Returns the routes of a new link: the override, else the template, else the same path on every platform. `invalid`: the
 * platforms whose overrides have errors: they get no route, and the link no rules.
 */
export function linkRoutes(
  text: string,
  uri: BaseUri,
  overrides: Readonly<Partial<Record<Platform, RouteOverride>>>,
  rules: AppRules,
  own: OwnAddresses | undefined,
  invalid: ReadonlySet<string> = NO_PLATFORMS,
): LinkRoutes {
  const match = rules.matcher.match(uri);
  const issues: Issue[] = [];
  const routes: Partial<Record<Platform, Route>> = {};
  const madeFault = madeAddressCheck(own);
  const checked = (what: string, address: string, asSent: boolean): string => {
    const detail = madeFault(address, asSent);
    if (detail !== undefined) {
      const made = `the ${what} that comes out of it ("${shortened(address, 200)}")`;
      issues.push({ pointer: '/uri', detail: `${made} ${detail}` });
    }
    return address;
  };
  for (const platform of PLATFORMS) {
    if (invalid.has(platform)) continue;
    const override = overrides[platform];
    const { enabled, base, fallback: usual } = rules.platforms[platform];
    if (!enabled && !override) continue;
    const missing = disabledPlatformIssue(platform, rules.platforms, override);
    if (missing) {
      issues.push(missing);
      continue;
    }
    const check = (field: string, { address, asSent }: MadeAddress): string =>
      checked(`${platform} ${field}`, address, asSent);
    const pattern = enabled ? match?.template.routes[platform] : undefined;
    const link =
      override?.link ?? check('link', defaultLink(platform, text, uri, base, pattern?.link, match));
    const fallback =
      override?.fallback ??
      (match && pattern?.fallback !== undefined
        ? check('fallback', { address: fill(pattern.fallback, match.captures), asSent: false })
        : usual);
    // It would make the link of the request unreachable.
    const skip =
      enabled && override?.link === undefined && (pattern?.skip_page ?? match?.template.skip_page);
    routes[platform] = { link, fallback, ...(skip ? { skip_page: true } : {}) };
  }
  fillWebFallbacks(routes, routes.web?.link);
  if (!match?.template.rules || invalid.size > 0) {
    return { routes, match, rules: undefined, issues };
  }
  const filled = filledRules({
    match,
    uri,
    platforms: rules.platforms,
    explicit: overrides,
    web: routes.web?.link,
    check: (what, address) => checked(what, address, false),
  });
  const length = filled ? JSON.stringify(filled).length : 0;
  if (length > MAX_RULES_LENGTH) {
    const detail = `produces rules of ${length} characters; a link can have at most ${MAX_RULES_LENGTH}`;
    issues.push({ pointer: '/uri', detail });
  }
  return { routes, match, rules: filled, issues };
}

/** The error of a route without a link for a platform that is disabled. */
export function disabledPlatformIssue(
  platform: Platform,
  platforms: AppPlatforms,
  override: RouteOverride | undefined,
): Issue | undefined {
  if (platforms[platform].enabled || override?.link !== undefined) return undefined;
  const detail = `is required: the platform ${platform} is disabled in this app, so there is no default link`;
  return { pointer: pointer('routes', platform, 'link'), detail };
}

/** `asSent`: the address is the URI of the request, unchanged by a template or a base. */
interface MadeAddress {
  readonly address: string;
  readonly asSent: boolean;
}

function defaultLink(
  platform: Platform,
  text: string,
  uri: BaseUri,
  base: string | undefined,
  pattern: string | undefined,
  match: Match | undefined,
): MadeAddress {
  if (match && pattern !== undefined) {
    return { address: carryOver(fill(pattern, match.captures), uri), asSent: false };
  }
  if (base === undefined || isOwnForm(platform, uri, base)) return { address: text, asSent: true };
  return { address: joinBase(base, uri), asSent: false };
}

/** Whether the platform can open the URI itself; it then stays unchanged. */
function isOwnForm(platform: Platform, uri: BaseUri, base: string): boolean {
  if (uri.form === 'http') return platform === 'web';
  return uri.form === 'deep-link' && uri.scheme === schemeOf(base);
}

/**
 * Validates the addresses that bases and templates produce. Most platforms have the same address, so the
 * results are cached.
 */
function madeAddressCheck(own: OwnAddresses | undefined) {
  const known = {
    sent: new Map<string, string | undefined>(),
    made: new Map<string, string | undefined>(),
  };
  return (address: string, asSent: boolean): string | undefined => {
    if (address === '' || address === WEB_FALLBACK) return undefined;
    const issues = asSent ? known.sent : known.made;
    if (!issues.has(address)) issues.set(address, builtAddressIssue(address, asSent, own));
    return issues.get(address);
  };
}

function builtAddressIssue(
  address: string,
  asSent: boolean,
  own: OwnAddresses | undefined,
): string | undefined {
  if (isLongerThan(address, MAX_LINK_LENGTH)) return `is longer than ${MAX_LINK_LENGTH} characters`;
  const parsed = parseAddress(address);
  // A platform without a base keeps the URI unchanged, which may be a path.
  if ('issue' in parsed) return asSent ? undefined : parsed.issue;
  if (own && isOwnVisitAddress(parsed.value, own)) return LOOP;
  // Browsers and servers would resolve it and leave the path of the base or the template.
  return !asSent && hasDotSegment(address) ? DOT_SEGMENT : undefined;
}
