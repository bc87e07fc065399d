import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT, startService, temporaryFolder } from '../harness.ts';
import { CLICKS_SET, migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { openDatabaseReader, newStore } from '../store.ts';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly required: boolean;
}

const filesOf = (engine: string): string[] =>
  readdirSync(join(ROOT, 'server/migrations', engine)).toSorted();

/** Creates the tables of the service, or those of clicks. */
async function create(url: string, set: 'links' | 'clicks'): Promise<void> {
  if (set === 'links') return void (await startService({ DATABASE_URL: url, CLICKS: 'off' }));
  const settings = { poolSize: 1, statementTimeoutMs: 30_000, preparedStatements: true };
  const db = await openDatabase(url, { alphabet: 'x', length: 1 }, settings);
  await migrate(db, Date.now(), CLICKS_SET);
  await db.close();
}

async function sqliteColumns(set: 'links' | 'clicks'): Promise<Column[]> {
  const url = `sqlite:${join(temporaryFolder(), 'smartlink.db')}`;
  await create(url, set);
  const store = openDatabaseReader(url);
  const columns = await store.rows<Column & { required: number }>(
    `select m.name as "table", c.name as "column", c."notnull" or c.pk as required
     from sqlite_master m, pragma_table_info(m.name) c
     where m.type = 'table' and m.name not like 'sqlite_%' order by m.name, c.name`,
  );
  await store.close();
  return columns.map(({ table, column, required }) => ({ table, column, required: required > 0 }));
}

async function postgresColumns(set: 'links' | 'clicks'): Promise<Column[]> {
  const url = await newStore();
  await create(url, set);
  const store = openDatabaseReader(url);
  const columns = await store.rows<Column>(
    `select table_name as "table", column_name as "column", is_nullable = 'NO' as required
     from information_schema.columns where table_schema = 'public'
     order by table_name collate "C", column_name collate "C"`,
  );
  await store.close();
  return columns;
}

async function indexes(url: string, sql: string): Promise<string[]> {
  const store = openDatabaseReader(url);
  const rows = await store.rows<{ name: string }>(sql);
  await store.close();
  return rows.map(({ name }) => name).toSorted();
}

describe('the migrations of both engines', () => {
  it('have the same names', () => {
    assert.deepEqual(filesOf('postgres'), filesOf('sqlite'));
    assert.deepEqual(filesOf('clicks-postgres'), filesOf('clicks-sqlite'));
  });

  it('result in the same tables and columns', async () => {
    const columns = await postgresColumns('links');
    assert.deepEqual(columns, await sqliteColumns('links'));
    assert.ok(columns.length > 40);
  });

  it('result in the same tables and columns of clicks', async () => {
    const columns = await postgresColumns('clicks');
    // SQLite has a table for each month instead, which is created when it is needed.
    const common = columns.filter(({ table }) => table !== 'clicks');
    assert.deepEqual(common, await sqliteColumns('clicks'));
    assert.ok(common.length > 40);
  });

  it('result in the same named indexes', async () => {
    const [postgres, sqlite] = [
      await newStore(),
      `sqlite:${join(temporaryFolder(), 'smartlink.db')}`,
    ];
    for (const url of [postgres, sqlite]) await startService({ DATABASE_URL: url, CLICKS: 'off' });
    const onPostgres = await indexes(
      postgres,
      `select indexname as name from pg_indexes where schemaname = 'public'
       and indexname !~ '_(pkey|key)$' or indexname = 'links_unique_key'`,
    );
    const onSqlite = await indexes(
      sqlite,
      "select name from sqlite_master where type = 'index' and name not like 'sqlite_%'",
    );
    assert.deepEqual(onPostgres, onSqlite);
    assert.ok(onSqlite.length >= 6);
  });
});
