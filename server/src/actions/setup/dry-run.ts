import type { Transaction } from '../../storage/database.ts';

/** Thrown to roll back a dry run. */
export class DryRun extends Error {
  readonly outcome: unknown;
  constructor(outcome: unknown) {
    super('dry run');
    this.outcome = outcome;
  }
}

/** Returns the outcome of `run` in a transaction, which a dry run rolls back. */
export async function withDryRun<T>(
  dryRun: boolean,
  run: (tx: Transaction) => Promise<T>,
  transact: (work: (tx: Transaction) => Promise<T>) => Promise<T>,
): Promise<T> {
  try {
    return await transact(async (tx) => {
      const outcome = await run(tx);
      if (dryRun) throw new DryRun(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.outcome as T;
    throw error;
  }
}
