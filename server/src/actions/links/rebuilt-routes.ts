import { PLATFORMS, type Platform } from '../../domain/app/platform.ts';
import {
  foreignRouteIssues,
  foreignRuleIssues,
  type OwnTargets,
} from '../../domain/link/own-targets.ts';
import {
  createsRoutes,
  currentRoutes,
  editedPlatforms,
  withKeptRoutes,
  type CurrentRoutes,
} from '../../domain/template/current-routes.ts';
import type { RoutedLink } from '../../domain/template/rebuilt-link.ts';
import type { Issue, Refused } from '../../domain/text/issue.ts';
import { listAudit } from '../../storage/audit-log.ts';
import type { StoredLink } from '../../storage/links.ts';
import { loadOverrides } from '../../storage/routed-links.ts';
import { yieldToEventLoop } from '../../time-slices.ts';
import { rulesOf, type Context } from '../context.ts';

/** How many changes of a link are looked at. With more, all of its routes stay. */
const MAX_CHANGES = 100;
/** The same for all entries: there is also one for each redemption that was undone. */
const MAX_ENTRIES = 1000;
const ENTRIES_AT_A_TIME = MAX_CHANGES + 1;

export type RebuiltRoutes = CurrentRoutes | Refused;

/**
 * The routes that links get from the current templates, by code. Routes of the request that created a link stay, and so do
 * the routes of platforms that someone changed later, and rules that someone chose. A link of a platform token stays as it is if
 * it would get routes that lead away from the app: its URI was only checked with the templates of its time.
 */
export async function rebuiltRoutes(
  ctx: Context,
  appId: string,
  links: readonly StoredLink[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, RebuiltRoutes>> {
  const rules = await rulesOf(ctx, appId);
  const codes = links.filter(({ state }) => state !== 'deleted').map(({ code }) => code);
  const sent = await loadOverrides(ctx.db, codes);
  const rebuilt = new Map<string, RebuiltRoutes>();
  for (const link of links) {
    const overrides = sent.get(link.code);
    if (!overrides) continue;
    await yieldToEventLoop(signal);
    const current = currentRoutes({ uri: link.uri, overrides }, rules, ctx.own());
    if ('issues' in current) {
      rebuilt.set(link.code, current);
      continue;
    }
    // Only a link that was changed has a higher version.
    const differs = JSON.stringify(current.routes) !== JSON.stringify(link.routes);
    const kept = differs && link.version > 1 ? await keptPlatforms(ctx, link, signal) : undefined;
    const routes = kept ? withKeptRoutes(link.routes, current.routes, kept) : current.routes;
    const ofLink = link.ownRules === null ? current.rules : link.rules;
    const next = { ...current, routes, rules: ofLink };
    const targets =
      link.createdBy.kind === 'platform_token' ? rules.targetsOfPlatformTokens : undefined;
    const issues = targets ? foreignIssues(link, next, overrides, targets) : [];
    rebuilt.set(link.code, issues.length > 0 ? { issues } : next);
  }
  return rebuilt;
}

/** The errors of the routes and rules that a link gets newly and that do not belong to the app. */
function foreignIssues(
  link: StoredLink,
  { routes, rules }: CurrentRoutes,
  overrides: RoutedLink['overrides'],
  targets: OwnTargets,
): readonly Issue[] {
  const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const same = PLATFORMS.filter((platform) => isSame(routes[platform], link.routes[platform]));
  const changed = withKeptRoutes({}, routes, new Set(same));
  const issues = foreignRouteIssues(changed, overrides, targets);
  if (rules && !isSame(rules, link.rules)) issues.push(...foreignRuleIssues(rules, targets));
  return issues;
}

/** The platforms whose routes someone changed after they were created. */
async function keptPlatforms(
  ctx: Context,
  { appId, code }: StoredLink,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<Platform>> {
  const subject = `smartlink:${code}` as const;
  const kept = new Set<Platform>();
  let changes = 0;
  let before = Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < MAX_ENTRIES; read += ENTRIES_AT_A_TIME) {
    const entries = await listAudit(ctx.db, appId, subject, before, ENTRIES_AT_A_TIME);
    for (const entry of entries) {
      await yieldToEventLoop(signal);
      if (createsRoutes(entry)) return kept;
      if (entry.action === 'change' && ++changes > MAX_CHANGES) return new Set(PLATFORMS);
      for (const platform of editedPlatforms(entry)) kept.add(platform);
      before = entry.seq;
    }
    if (entries.length < ENTRIES_AT_A_TIME) return kept;
  }
  return new Set(PLATFORMS);
}
