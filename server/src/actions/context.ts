import { Memory } from '../cache/memory.ts';
import type { AppRules } from '../domain/link-routes.ts';
import type { OwnAddresses } from '../domain/own-address.ts';
import { Matcher } from '../domain/matcher.ts';
import { loadPlatforms } from '../storage/apps.ts';
import type { Database } from '../storage/database.ts';
import { loadTemplates } from '../storage/templates.ts';

/** What an action works with. */
export interface Context {
  readonly db: Database;
  readonly memory: Memory;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly now: () => number;
  /** Known once the service listens, or from the settings. */
  readonly own: () => OwnAddresses;
}

/** What the routes of an app's new links depend on. */
export async function rulesOf(ctx: Context, appId: string): Promise<AppRules> {
  const known = ctx.memory.rules.get(appId);
  if (known) return known;
  const { moment } = ctx.memory;
  const platforms = await loadPlatforms(ctx.db, appId);
  const matcher = new Matcher(await loadTemplates(ctx.db, appId));
  const rules = { platforms, matcher };
  if (ctx.memory.isCurrent(moment)) ctx.memory.rules.set(appId, rules);
  return rules;
}
