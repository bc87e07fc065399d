import { lastChange } from './changes.ts';
import type { Database, Reader, Transaction } from './database.ts';
import { hasRows, TABLES, type Key, type Table } from './tables.ts';

/** A copy of another database into this one, and its progress. */
export interface Copy {
  /** The identity of the copied database; see `identityOf`. */
  readonly source: string;
  /** Rows that were copied. */
  readonly copied: number;
  /** The last copied row; absent before the first. */
  readonly last?: { readonly table: string; readonly key: Key } | undefined;
}

/** What identifies a database: when it was created, and its first app. */
export async function identityOf(db: Reader): Promise<string> {
  const [first] = await db.all<{ made: number }>(
    'select applied_at as made from migrations order by name limit 1',
  );
  const [app] = await db.all<{ id: string }>('select id from apps order by created_at, id limit 1');
  return [first?.made, app?.id].join(' ');
}

/** Whether two identities are those of one database, which has only the first part until its first app is created. */
export function isSameDatabase(one: string, other: string): boolean {
  const [[made, app], [otherMade, otherApp]] = [one.split(' '), other.split(' ')];
  return made === otherMade && (!app || !otherApp || app === otherApp);
}

/**
 * Values that change with every write of a service: the number of rows of each table, and the last
 * generated number. Changes of rows are in the table `changes`.
 */
export async function rowCounts(db: Reader): Promise<ReadonlyMap<string, string>> {
  const counts = new Map<string, string>();
  for (const table of TABLES) {
    const [column] = table.key;
    const last = table.numbered ? `max(${column})` : '0';
    const sql = `select count(*) as "rows", ${last} as "last" from ${table.name}`;
    const [row] = await db.all<{ rows: number; last: number | null }>(sql);
    counts.set(table.name, `${row?.rows} ${row?.last}`);
  }
  return counts.set('changes', String(await lastChange(db)));
}

interface CopyRow {
  readonly source: string;
  readonly copied: number;
  readonly lastTable: string | null;
  readonly lastKey: string | null;
}

export async function findCopy(db: Reader): Promise<Copy | undefined> {
  const [row] = await db.all<CopyRow>(
    'select source, copied, last_table as "lastTable", last_key as "lastKey" from copies',
  );
  if (!row) return undefined;
  const { source, copied, lastTable, lastKey } = row;
  if (lastTable === null || lastKey === null) return { source, copied };
  return { source, copied, last: { table: lastTable, key: JSON.parse(lastKey) as Key } };
}

export async function isEmpty(db: Reader): Promise<boolean> {
  for (const table of TABLES) if (await hasRows(db, table)) return false;
  return true;
}

/** Starts a copy. Replaces one that copied nothing. */
export async function insertCopy(tx: Transaction, source: string, now: number): Promise<Copy> {
  await tx.run('delete from copies');
  const sql = 'insert into copies (source, copied, started_at) values (?, 0, ?)';
  await tx.run(sql, [source, now]);
  return { source, copied: 0 };
}

/** Stores the progress of a copy. False if another process has continued the copy in the meantime. */
export async function advanceCopy(
  tx: Transaction,
  copy: Copy,
  rows: number,
  { name }: Table,
  key: Key,
): Promise<boolean> {
  const sql = `update copies set copied = copied + ?, last_table = ?, last_key = ?
    where source = ? and copied = ?`;
  const parameters = [rows, name, JSON.stringify(key), copy.source, copy.copied];
  return (await tx.run(sql, parameters)) === 1;
}

/** Ends a copy. From now on, the database generates numbers after the copied ones. */
export async function finishCopy(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run('delete from copies');
    // SQLite does this by itself.
    if (db.engine === 'sqlite') return;
    for (const { name, key, numbered } of TABLES) {
      if (!numbered) continue;
      await tx.all(
        `select setval(pg_get_serial_sequence('${name}', '${key[0]}'), coalesce(max(${key[0]}), 1),
           max(${key[0]}) is not null) from ${name}`,
      );
    }
  });
}
