import type { ColumnTypes, Reader, Transaction } from './database.ts';
import { amongNumbers } from './in-index.ts';
import { DELETED_AT_ONCE } from './rows.ts';

/** What a process must remove from its cache: an app's rules, a token, or a link by its code. */
export type ChangeSubject = `app:${string}` | `token:${string}` | `link:${string}`;

/** Adds a change in the transaction that makes it, so that no process misses it. */
export function appendChange(tx: Transaction, subject: ChangeSubject, now: number): Promise<void> {
  return tx.announce(subject, now);
}

/** The columns of a new row. The database assigns its number. */
export const NEW_CHANGE = { subject: 'text', created_at: 'bigint' } satisfies ColumnTypes;

export async function lastChange(db: Reader): Promise<number> {
  const [row] = await db.all<{ seq: number | null }>('select max(seq) as seq from changes');
  return row?.seq ?? 0;
}

export interface Change {
  readonly seq: number;
  readonly subject: ChangeSubject;
  readonly createdAt: number;
}

const COLUMNS = 'seq, subject, created_at as "createdAt"';

/**
 * A change that is older than the last one by at least `ageMs`; undefined: there is none. A transaction that has taken a
 * lower number and has not ended would have to last that long.
 */
export async function changeBefore(db: Reader, ageMs: number): Promise<Change | undefined> {
  const [row] = await db.all<Change>(
    `select ${COLUMNS} from changes
     where created_at < (select created_at from changes order by seq desc limit 1) - ?
     order by seq desc limit 1`,
    [ageMs],
  );
  return row;
}

export interface ReadChange extends Change {
  /** It was read from a standby of PostgreSQL, where later ones can be missing. */
  readonly isStandby?: boolean;
}

/** The changes from a number on, and `others` with lower numbers, from one snapshot and in their order. */
export function changesFrom(
  db: Reader,
  seq: number,
  others: readonly number[],
): Promise<ReadChange[]> {
  const columns =
    db.engine === 'postgres' ? `${COLUMNS}, pg_is_in_recovery() as "isStandby"` : COLUMNS;
  const from = `select ${columns} from changes where seq >= ?`;
  if (others.length === 0) return db.all(`${from} order by seq`, [seq]);
  const [among, list] = amongNumbers(db.engine, others);
  const sql = `select ${columns} from changes where seq ${among} union all ${from} order by seq`;
  return db.all(sql, [list, seq]);
}

/** Much longer than an instance that reads changes regularly can need one. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Deletes some changes that all instances have read; returns how many. The last one stays: new numbers follow
 * it. An instance that could not read for longer misses the last one that it knows, and clears its cache.
 */
export function removeOldChanges(tx: Transaction, now: number): Promise<number> {
  // The oldest by number, which is nearly the order of their times: nothing else is read.
  return tx.run(
    `delete from changes where seq < (select max(seq) from changes) and seq in
       (select seq from (select seq, created_at from changes order by seq limit ${DELETED_AT_ONCE}) oldest
        where created_at <= ?)`,
    [now - KEPT_MS],
  );
}
