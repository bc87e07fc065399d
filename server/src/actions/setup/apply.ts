import { pointer } from '../../domain/fault.ts';
import type { JsonText } from '../../domain/json.ts';
import type { Shadowed } from '../../domain/matcher.ts';
import { readSetup } from '../../domain/setup.ts';
import type { Difference } from '../../domain/setup-diff.ts';
import { refuse } from '../../problem.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { inTurns } from '../../turns.ts';
import type { Context } from '../context.ts';
import { planSetup, shadowedBy, writePlan } from './apply-app.ts';

export interface Applied {
  readonly differences: readonly Difference[];
  /** Templates that no URI can reach any more, per app. */
  readonly warnings: readonly (Shadowed & { readonly app: string })[];
}

const OPERATOR = { actor: 'operator', isOperator: true };

// Thrown to undo what was only tried.
class DryRun extends Error {
  readonly outcome: unknown;
  constructor(outcome: unknown) {
    super('dry run');
    this.outcome = outcome;
  }
}

/** A transaction whose outcome is told and, with `dryRun`, undone. */
export async function tried<T>(
  db: Database,
  dryRun: boolean,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      const outcome = await run(tx);
      if (dryRun) throw new DryRun(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.outcome as T;
    throw error;
  }
}

/**
 * Makes the store equal to an apply file, in one transaction, or with `dryRun` only says what would
 * change. Fails with `validation_failed` and all faults before anything is touched.
 */
export async function applySetup(ctx: Context, json: JsonText, dryRun: boolean): Promise<Applied> {
  const parsed = await inTurns(readSetup(json, ctx.own()));
  if ('faults' in parsed) refuse(parsed.faults);
  return tried(ctx.db, dryRun, async (tx) => {
    const differences: Difference[] = [];
    const warnings: Applied['warnings'][number][] = [];
    for (const [index, wanted] of parsed.setup.apps.entries()) {
      const planned = await planSetup(tx, wanted, true);
      await writePlan(ctx, tx, OPERATOR, planned, pointer('apps', index));
      const { plan, state } = planned;
      // One by one: there may be more than a call can have arguments.
      for (const difference of plan.differences) differences.push(difference);
      for (const shadowed of await shadowedBy(plan.templates ?? state?.templates ?? []))
        warnings.push({ app: wanted.name, ...shadowed });
    }
    return { differences, warnings };
  });
}
