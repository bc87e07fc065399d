import { Memory } from '../cache/memory.ts';
import { CreateRules } from '../domain/create-rules.ts';
import type { OwnAddresses } from '../domain/own-address.ts';
import { loadPlatforms, loadPlatformTokens } from '../storage/apps.ts';
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

/** What the creates of an app depend on. */
export async function rulesOf(ctx: Context, appId: string): Promise<CreateRules> {
  const known = ctx.memory.rules.get(appId);
  if (known) return known;
  const { moment } = ctx.memory;
  const platforms = await loadPlatforms(ctx.db, appId);
  const templates = await loadTemplates(ctx.db, appId);
  const rules = new CreateRules(platforms, templates, await loadPlatformTokens(ctx.db, appId));
  if (ctx.memory.isCurrent(moment)) ctx.memory.rules.set(appId, rules);
  return rules;
}
