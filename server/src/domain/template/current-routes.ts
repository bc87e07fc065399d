import { PLATFORMS, type Platform } from '../app/platform.ts';
import { linkRoutes, type AppRules } from '../link/link-routes.ts';
import type { OwnAddresses } from '../link/own-address.ts';
import type { Route, Routes } from '../link/route.ts';
import type { LinkRule } from '../rule/link-rule.ts';
import type { Refused } from '../text/issue.ts';
import { isRecord } from '../text/json-value.ts';
import { parseBaseUri } from '../text/uri.ts';
import type { RoutedLink } from './rebuilt-link.ts';

/** The routes that a link would get if it was created now. */
export interface CurrentRoutes {
  readonly routes: Routes;
  /** The template that matches; null if none does. */
  readonly template: string | null;
  /** The rules of the template; null if it has none. */
  readonly rules: readonly LinkRule[] | null;
}

/** Returns the routes that a link would get now, or why no link could be created with them. */
export function currentRoutes(
  { uri, overrides }: Pick<RoutedLink, 'uri' | 'overrides'>,
  rules: AppRules,
  own: OwnAddresses | undefined,
): CurrentRoutes | Refused {
  const base = parseBaseUri(uri);
  if ('issue' in base) return { issues: [{ pointer: '/uri', detail: base.issue }] };
  const made = linkRoutes(uri, base.value, overrides, rules, own);
  const { routes, match, issues } = made;
  if (issues.length > 0) return { issues };
  return { routes, template: match?.template.name ?? null, rules: made.rules ?? null };
}

/** The routes of a link after a change, except on these platforms: there it keeps what it has. */
export function withKeptRoutes(before: Routes, after: Routes, kept: ReadonlySet<Platform>): Routes {
  const routes: Partial<Record<Platform, Route>> = {};
  for (const platform of PLATFORMS) {
    const route = (kept.has(platform) ? before : after)[platform];
    if (route) routes[platform] = route;
  }
  return routes;
}

/** An entry of the history of a link or an app. The values are JSON objects with the changed fields, as text. */
export interface HistoryEntry {
  readonly action: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Whether the routes were created again by this entry, so that earlier changes have ended. It names the URI then. */
export function createsRoutes({ after }: HistoryEntry): boolean {
  // Most entries concern other fields, which can be long.
  if (!after?.includes('"uri":')) return false;
  const is = JSON.parse(after) as unknown;
  return isRecord(is) && 'uri' in is;
}

/**
 * The platforms whose routes someone changed by this entry. Entries that name the template are by `current_templates` or
 * create the routes again: nothing else changes the template of a link. If it stays, the entry names it as its last member.
 */
export function editedPlatforms({ action, before, after }: HistoryEntry): readonly Platform[] {
  if (action !== 'change' || before === null || !after?.includes('"routes":')) return [];
  const [was, is] = [JSON.parse(before) as unknown, JSON.parse(after) as unknown];
  if (!isRecord(was) || !isRecord(is) || 'template' in is || !('routes' in is)) return [];
  return PLATFORMS.filter((platform) => routeText(was, platform) !== routeText(is, platform));
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const URI = `,"uri":${STRING}`;
const TEMPLATE = `,"template":(?:null|${STRING})`;
/** What entries about routes name last, the longest first. */
const NAMED = [`${URI}${TEMPLATE}`, TEMPLATE, URI].map(
  (last) => new RegExp(String.raw`${last}\}$`),
);

/** An entry as people see it: without the URI and the template that it names although the link kept them. */
export function withoutNamed<Entry extends HistoryEntry>(entry: Entry): Entry {
  const { action, before, after } = entry;
  if (action !== 'change' || before === null || after === null) return entry;
  const named = NAMED.map((last) => last.exec(after)?.[0]).find(
    (text) => text !== undefined && before.endsWith(text),
  );
  if (named === undefined) return entry;
  const cut = (text: string): string => `${text.slice(0, -named.length)}}`;
  return { ...entry, before: cut(before), after: cut(after) };
}

function routeText({ routes }: Readonly<Record<string, unknown>>, platform: Platform): string {
  return JSON.stringify(isRecord(routes) ? routes[platform] : undefined) ?? '';
}
