import assert from 'node:assert/strict';
import { SLOT_MS } from '../../src/domain/click/slots.ts';
import type { SqlValue, Transaction } from '../../src/storage/database.ts';
import { ENGINE } from '../store.ts';

// Rows for any schema, from the catalog of the database: the schema between two migrations has no other description.

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** The table and the column that it refers to. */
  readonly refers?: readonly [table: string, column: string];
}

/** For numbers that the database generates. */
const OVERRIDING = ENGINE === 'postgres' ? 'overriding system value' : '';

type Row = Readonly<Record<string, SqlValue>>;

/** Rows that were inserted, by table. */
export type Inserted = Map<string, Row[]>;

/** A row of these has a meaning for migrations, or needs a partition. */
const SKIPPED = /^(?:sqlite_|migrations$|click_migrations$|clicks$)/;

/** Inserts a row into each table, with a value in each column. `stage`: makes the values differ from other rows. */
export async function insertRows(
  tx: Transaction,
  stage: number,
  inserted: Inserted,
): Promise<void> {
  const columns = await columnsOf(tx);
  const tables = [...new Set(columns.map(({ table }) => table))];
  const done = new Map<string, Row>();
  for (let left = tables; left.length > 0;) {
    const ready = left.filter((table) =>
      columns.every(
        ({ table: of, refers }) =>
          of !== table || !refers || refers[0] === table || done.has(refers[0]),
      ),
    );
    assert.ok(ready.length > 0, `tables that refer to each other: ${left.join(', ')}`);
    for (const table of ready) {
      const row = Object.fromEntries(
        columns
          .filter((one) => one.table === table)
          .map((one) => [one.name, valueOf(one, stage, done)]),
      );
      const names = Object.keys(row);
      const marks = names.map(() => '?').join(', ');
      await tx.run(
        `insert into ${table} (${names.join(', ')}) ${OVERRIDING} values (${marks})`,
        Object.values(row),
      );
      done.set(table, row);
      inserted.set(table, [...(inserted.get(table) ?? []), row]);
    }
    left = left.filter((table) => !done.has(table));
  }
}

function valueOf(
  { table, name, type, refers }: Column,
  stage: number,
  done: ReadonlyMap<string, Row>,
): SqlValue {
  if (refers) return done.get(refers[0])?.[refers[1]] ?? null;
  if (!/int/.test(type)) return `${table}.${name} ü${stage}`;
  const number = 1000 + stage;
  if (table !== 'link_totals') return number;
  // Whole quarter-hours, as a migration makes them.
  if (name === 'first_at') return number * SLOT_MS;
  return name === 'last_at' ? (number + 1) * SLOT_MS - 1 : number;
}

async function columnsOf(tx: Transaction): Promise<Column[]> {
  const columns = await tx.all<{ table: string; name: string; type: string }>(
    ENGINE === 'sqlite'
      ? `select m.name as "table", c.name, lower(c.type) as type from sqlite_master m, pragma_table_info(m.name) c
         where m.type = 'table' order by m.name, c.cid`
      : `select table_name as "table", column_name as name, data_type as type from information_schema.columns
         where table_schema = 'public' order by table_name, ordinal_position`,
  );
  const references = await tx.all<{ table: string; name: string; of: string; key: string }>(
    ENGINE === 'sqlite'
      ? `select m.name as "table", f."from" as name, f."table" as "of", f."to" as key
         from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`
      : `select c.conrelid::regclass::text as "table", a.attname as name, c.confrelid::regclass::text as "of",
           b.attname as key
         from pg_constraint c
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
         join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
         where c.contype = 'f'`,
  );
  // A value of bytes is none of the values that statements return.
  const opaque = columns.filter(({ type }) => /blob|bytea/.test(type)).map(({ table }) => table);
  return columns
    .filter(({ table }) => !SKIPPED.test(table) && !opaque.includes(table))
    .map((column) => {
      const found = references.find(
        ({ table, name }) => table === column.table && name === column.name,
      );
      return { ...column, ...(found ? { refers: [found.of, found.key] as const } : {}) };
    });
}

/** What is missing of the rows that were inserted. */
export async function lostRows(
  all: <Found>(sql: string) => Promise<Found[]>,
  inserted: Inserted,
): Promise<string[]> {
  const lost: string[] = [];
  for (const [table, rows] of inserted) {
    const found = await all<Row>(`select * from ${table}`);
    for (const row of rows) {
      const isKept = found.some((one) =>
        Object.entries(row).every(([name, value]) => one[name] === value),
      );
      if (!isKept) lost.push(`${table}: ${JSON.stringify(row)}`);
    }
  }
  return lost;
}
