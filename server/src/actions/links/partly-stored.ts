import { StoreUnavailable } from '../../storage/database.ts';

/**
 * Runs a request that has several transactions. If the database fails after one of them, the error does not say that the
 * request had no effect.
 */
export async function partlyStored<Result>(
  isStored: () => boolean,
  transactions: () => Promise<Result>,
): Promise<Result> {
  try {
    return await transactions();
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || !isStored()) throw error;
    // Requests of others can fail with the same error.
    const own = new StoreUnavailable(error.reason, error.message);
    own.cause = error;
    own.unknown = true;
    throw own;
  }
}
