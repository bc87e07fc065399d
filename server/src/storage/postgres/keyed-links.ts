import { StoreUnavailable, type InsertedLink, type LinkRow } from '../database.ts';
import { firstOfEachKey } from '../insert-links.ts';
import { linkInsert } from '../link-insert.ts';
import { run, type Statement } from '../procedure.ts';
import { insertNewKeys } from './batch-statements.ts';
import { isUniqueViolation } from './driver.ts';

/** How to insert links that have an `Idempotency-Key`. */
export interface KeyedInsert {
  readonly drawCode: () => string;
  /** Runs a statement that takes effect by itself. */
  readonly alone: (statement: Statement) => Promise<unknown>;
  /** Inserts links of any kind in a transaction, in which their keys stay locked. */
  readonly locking: (rows: readonly LinkRow[]) => Promise<readonly InsertedLink[]>;
}

/**
 * Inserts links that arrived together, each with an `Idempotency-Key`, none of them unique or counted. Those with a new key
 * need one statement; only the others need a transaction: repeated keys, and codes that are taken.
 * @throws `StoreUnavailable`: `unknown` if some of the links were stored
 */
export async function insertKeyed(
  rows: readonly LinkRow[],
  { drawCode, alone, locking }: KeyedInsert,
): Promise<InsertedLink[]> {
  const inserts = new Map(rows.map((row) => [linkInsert(row), row]));
  const first = firstOfEachKey([...inserts.keys()]);
  const drawn = new Map(first.map((link) => [drawCode(), link]));
  const outcomes = new Map<LinkRow, InsertedLink>();
  for (const code of await run(insertNewKeys(drawn), alone).catch(nothingIfTaken)) {
    const link = drawn.get(code);
    const row = link && inserts.get(link);
    if (row) outcomes.set(row, { outcome: 'created', code });
  }
  const others = rows.filter((row) => !outcomes.has(row));
  if (others.length > 0) {
    const results = await locking(others).catch((error: unknown) => {
      // Some links may be stored, so the error must not say that nothing was.
      if (outcomes.size > 0 && error instanceof StoreUnavailable) error.unknown = true;
      throw error;
    });
    results.forEach((result, at) => others[at] && outcomes.set(others[at], result));
  }
  return rows.map((row) => outcomes.get(row) ?? { outcome: 'exhausted' });
}

function nothingIfTaken(error: unknown): readonly string[] {
  if (isUniqueViolation(error)) return [];
  throw error;
}
