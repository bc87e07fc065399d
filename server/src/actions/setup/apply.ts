import { nanoid } from 'nanoid';
import type { JsonText } from '../../domain/json.ts';
import { parseSetup } from '../../domain/setup.ts';
import { planApp, type Difference } from '../../domain/setup-diff.ts';
import { Matcher, type Shadowed } from '../../domain/matcher.ts';
import { refuse } from '../../problem.ts';
import { findAppByName, insertApp, loadPlatforms, savePlatform } from '../../storage/apps.ts';
import { appendChange } from '../../storage/changes.ts';
import type { Transaction } from '../../storage/database.ts';
import { loadTemplates, replaceTemplates } from '../../storage/templates.ts';
import type { Context } from '../context.ts';

export interface Applied {
  readonly differences: readonly Difference[];
  /** Templates that no URI can reach any more, per app. */
  readonly warnings: readonly (Shadowed & { readonly app: string })[];
}

// Thrown to undo what was only tried.
class DryRun extends Error {
  readonly applied: Applied;
  constructor(applied: Applied) {
    super('dry run');
    this.applied = applied;
  }
}

/**
 * Makes the store equal to an apply file, in one transaction, or with `dryRun` only says what would
 * change. Fails with `validation_failed` and all faults before anything is touched.
 */
export async function applySetup(ctx: Context, json: JsonText, dryRun: boolean): Promise<Applied> {
  const parsed = parseSetup(json, ctx.own());
  if ('faults' in parsed) refuse(parsed.faults);
  try {
    return await ctx.db.transaction(async (tx) => {
      const differences: Difference[] = [];
      const warnings: Applied['warnings'][number][] = [];
      for (const app of parsed.setup.apps) {
        const done = await applyApp(ctx, tx, app);
        differences.push(...done.differences);
        warnings.push(...done.shadowed.map((shadowed) => ({ app: app.name, ...shadowed })));
      }
      const applied = { differences, warnings };
      if (dryRun) throw new DryRun(applied);
      return applied;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.applied;
    throw error;
  }
}

type AppSetup = Parameters<typeof planApp>[0];

async function applyApp(ctx: Context, tx: Transaction, wanted: AppSetup) {
  const known = await findAppByName(tx, wanted.name);
  const templatesBefore = known ? await loadTemplates(tx, known.id) : [];
  const state = known && {
    platforms: await loadPlatforms(tx, known.id),
    templates: templatesBefore,
  };
  const plan = planApp(wanted, state);
  const app = known ?? { id: `app_${nanoid(16)}`, name: wanted.name };
  if (!known) await insertApp(tx, app, ctx.now());
  for (const [platform, settings] of plan.platforms)
    await savePlatform(tx, app.id, platform, settings);
  if (plan.templates) await replaceTemplates(tx, app.id, plan.templates);
  if (plan.differences.length > 0) await appendChange(tx, `app:${app.id}`, ctx.now());
  const shadowed = new Matcher(plan.templates ?? templatesBefore).shadowed();
  return { differences: plan.differences, shadowed };
}
