import { fail, Problem } from '../../problem.ts';
import {
  advanceCopy,
  findCopy,
  finishCopy,
  identityOf,
  insertCopy,
  isEmpty,
  rowCounts,
  type Copy,
} from '../../storage/copies.ts';
import { StoreUnavailable, type Database } from '../../storage/database.ts';
import { isWithoutClicks } from '../../storage/clicks/click-tables.ts';
import {
  batchesOf,
  countRows,
  insertRows,
  keyOf,
  TABLES,
  type Table,
} from '../../storage/tables.ts';
import type { StoredRow } from '../../domain/text/checksum.ts';
import type { Context } from '../context.ts';
import { compareStores, type Comparison } from './compare-stores.ts';
import { copyClicks, countClickRows, migrateClicks, type ClickStores } from './copy-clicks.ts';

export interface Copied {
  readonly comparisons: readonly Comparison[];
  /** Tables of the source that were written during the copy; rows may be missing in it. */
  readonly written: readonly string[];
}

/**
 * Rows in one transaction. This many links stay below 32,766 parameters, the maximum of a SQLite statement.
 */
const BATCH_ROWS = 500;

/**
 * Copies everything into an empty database, or resumes an incomplete copy; then compares the two. `progress`
 * receives the number of rows done and in total: each row is copied, then read in both databases. The copy is
 * complete only if nothing differs and nothing was written to the source in the meantime. `clicks`: their stores, if they
 * are copied too.
 */
export async function copyStore(
  source: Context,
  target: Context,
  progress: (done: number, expected: number) => void,
  clicks?: ClickStores,
): Promise<Copied> {
  if (clicks) await migrateClicks(clicks, target.now());
  const before = await rowCounts(source.db);
  let copy = await beginCopy(source, target, clicks);
  let done = copy.copied;
  let expected = 0;
  for (const table of TABLES) expected += 3 * (await countRows(source.db, table));
  if (clicks) expected += 3 * (await countClickRows(clicks.source));
  const count = (rows: number): void => progress((done += rows), expected);
  for await (const [table, rows] of batchesBehind(source.db, copy)) {
    copy = await copyBatch(target.db, copy, table, rows);
    count(rows.length);
  }
  const comparisons = await compareStores(source.db, target.db, count, TABLES);
  if (clicks) comparisons.push(...(await copyClicks(clicks, count)));
  const after = await rowCounts(source.db);
  const written = [...after].filter(([table, rows]) => before.get(table) !== rows);
  const same = comparisons.every(({ difference }) => difference === undefined);
  if (same && written.length === 0) await finishCopy(target.db);
  return { comparisons, written: written.map(([table]) => table) };
}

async function beginCopy(
  source: Context,
  target: Context,
  clicks: ClickStores | undefined,
): Promise<Copy> {
  if (await isEmpty(source.db)) fail('not_found', 'the source database is empty');
  const identity = await identityOf(source.db);
  return target.db.transaction(async (tx) => {
    const copy = await findCopy(tx);
    if (copy?.source === identity) return copy;
    const isNew = (await isEmpty(tx)) && (!clicks || (await isWithoutClicks(clicks.target)));
    if (isNew) return insertCopy(tx, identity, target.now());
    const held = copy ? 'an unfinished copy of another database' : 'data already';
    fail('validation_failed', `the target database contains ${held}; specify a new, empty one`);
  });
}

async function* batchesBehind(
  db: Database,
  { last }: Copy,
): AsyncGenerator<readonly [Table, readonly StoredRow[]]> {
  const first = last ? TABLES.findIndex(({ name }) => name === last.table) : 0;
  for (const table of TABLES.slice(first)) {
    const after = table.name === last?.table ? last.key : undefined;
    for await (const rows of batchesOf(db, table, BATCH_ROWS, after)) yield [table, rows];
  }
}

/** Writes the rows and the position of the copy in one transaction. */
async function copyBatch(
  target: Database,
  copy: Copy,
  table: Table,
  rows: readonly StoredRow[],
): Promise<Copy> {
  const key = keyOf(table, rows.at(-1) ?? {});
  try {
    await target.transaction(async (tx) => {
      const alone = await advanceCopy(tx, copy, rows.length, table, key);
      if (!alone) fail('validation_failed', 'another command is copying to the same database');
      await insertRows(tx, table, rows);
    });
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof Problem) throw error;
    const words = `${table.name} cannot be copied: ${(error as Error).message}; was one of the databases in use?`;
    fail(
      'validation_failed',
      `${words} Stop everything that uses them and copy to a new, empty one`,
    );
  }
  return {
    source: copy.source,
    copied: copy.copied + rows.length,
    last: { table: table.name, key },
  };
}
