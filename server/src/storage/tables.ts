import type { StoredRow } from '../domain/text/checksum.ts';
import type { Reader, SqlValue, Transaction } from './database.ts';
import { insertRowsSql } from './rows.ts';

export type Queryable = Pick<Reader, 'all'>;

/** A table, and the columns that identify its rows. */
export interface Table {
  readonly name: string;
  readonly key: readonly string[];
  /** Its key is a number that the database generates. */
  readonly numbered?: true;
}

/** The values of the columns of a table's key. */
export type Key = readonly SqlValue[];

/**
 * The tables of a database, each after those that it references. Nine are not copied, because they have no meaning in
 * another database (`backups`, `migrations`, `changes`, `copies`, `replica_marks` and `trials`), or the service writes them again: those of the
 * search index.
 */
export const TABLES: readonly Table[] = [
  { name: 'apps', key: ['id'] },
  { name: 'platform_token_creates', key: ['app_id'] },
  { name: 'platforms', key: ['app_id', 'platform'] },
  { name: 'templates', key: ['app_id', 'name'] },
  { name: 'hosts', key: ['host'] },
  { name: 'pending_hosts', key: ['app_id', 'host'] },
  { name: 'tokens', key: ['id'] },
  { name: 'members', key: ['id'] },
  { name: 'memberships', key: ['app_id', 'member_id'] },
  { name: 'saved_filters', key: ['app_id', 'member_id', 'name'] },
  { name: 'sessions', key: ['id'] },
  { name: 'invitations', key: ['id'] },
  { name: 'links', key: ['id'], numbered: true },
  { name: 'link_tags', key: ['app_id', 'tag', 'link_id'] },
  { name: 'metadata_versions', key: ['code', 'version'] },
  { name: 'redemptions', key: ['seq'], numbered: true },
  { name: 'idempotency_keys', key: ['app_id', 'key'] },
  { name: 'audit_log', key: ['seq'], numbered: true },
  { name: 'webhooks', key: ['id'] },
  { name: 'webhook_events', key: ['seq'], numbered: true },
  { name: 'webhook_new_events', key: ['id'], numbered: true },
  { name: 'webhook_backlog', key: ['id'], numbered: true },
  { name: 'webhook_deliveries', key: ['webhook_id', 'event_seq'] },
  { name: 'webhook_attempts', key: ['seq'], numbered: true },
  { name: 'webhook_progress', key: ['id'] },
  { name: 'webhook_ended_links', key: ['id'], numbered: true },
  { name: 'webhook_summaries', key: ['app_id'] },
];

export function keyOf({ key }: Table, row: StoredRow): Key {
  return key.map((column) => row[column] ?? null);
}

export async function countRows(db: Queryable, { name }: Table): Promise<number> {
  const [row] = await db.all<{ rows: number }>(`select count(*) as rows from ${name}`);
  return row?.rows ?? 0;
}

export async function hasRows(db: Queryable, { name }: Table): Promise<boolean> {
  return (await db.all(`select 1 from ${name} limit 1`)).length > 0;
}

/** The rows after a key, in the order in which the engine sorts keys. */
export async function* batchesOf(
  db: Queryable,
  table: Table,
  size: number,
  after?: Key,
): AsyncGenerator<readonly StoredRow[]> {
  for (let key = after; ;) {
    const rows = await rowsAfter(db, table, size, key);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < size) return;
    key = keyOf(table, last);
  }
}

function rowsAfter(
  db: Queryable,
  { name, key }: Table,
  size: number,
  after: Key | undefined,
): Promise<StoredRow[]> {
  const columns = key.join(', ');
  const behind = after ? `where (${columns}) > (${key.map(() => '?').join(', ')})` : '';
  return db.all<StoredRow>(`select * from ${name} ${behind} order by ${columns} limit ?`, [
    ...(after ?? []),
    size,
  ]);
}

/** The existing rows with these keys. */
export function rowsWithKeys(
  db: Queryable,
  { name, key }: Table,
  keys: readonly Key[],
): Promise<StoredRow[]> {
  const one = `(${key.map((column) => `${column} = ?`).join(' and ')})`;
  const any = keys.map(() => one).join(' or ');
  return db.all<StoredRow>(`select * from ${name} where ${any}`, keys.flat());
}

/** Inserts rows unchanged, including generated numbers. */
export async function insertRows(
  tx: Transaction,
  { name }: Table,
  rows: readonly StoredRow[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  await tx.run(
    insertRowsSql(name, columns, rows.length),
    rows.flatMap((row) => columns.map((column) => row[column] ?? null)),
  );
}
