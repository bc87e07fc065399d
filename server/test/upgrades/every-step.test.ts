import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CODE_ALPHABET } from '../../src/domain/link/code.ts';
import type { Database } from '../../src/storage/database.ts';
import { CLICKS_SET, MAIN_SET, migrate, migrationFiles } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { VERSION } from '../../src/version.ts';
import { ROOT } from '../harness.ts';
import { ENGINE, newStore } from '../store.ts';
import { insertRows, lostRows, type Inserted } from './generated-rows.ts';

// Migrations lose nothing, whatever the schema is at which a store begins: rows are inserted after each migration, so
// that every later one changes a store with rows of all earlier schemas.

async function openNew(): Promise<Database> {
  const settings = { poolSize: 2, statementTimeoutMs: 30_000, preparedStatements: false };
  return openDatabase(await newStore(), { alphabet: CODE_ALPHABET, length: 8 }, settings);
}

/** Applies the first `count` migrations, one by one, and inserts rows after each. */
async function liveThrough(db: Database, set: typeof MAIN_SET, count: number): Promise<Inserted> {
  const inserted: Inserted = new Map();
  const folder = join(ROOT, 'server/migrations', `${set.folder}${ENGINE}`);
  for (const [stage, name] of migrationFiles(ENGINE, set).slice(0, count).entries()) {
    await db.migration(async (tx) => {
      await tx.script(
        `create table if not exists ${set.table} (name text primary key, applied_at bigint not null)`,
      );
      await tx.script(readFileSync(join(folder, name), 'utf8'));
      await tx.run(`insert into ${set.table} (name, applied_at) values (?, 1)`, [name]);
      await insertRows(tx, stage, inserted);
    });
  }
  return inserted;
}

const SETS = { links: MAIN_SET, clicks: CLICKS_SET };

for (const [what, set] of Object.entries(SETS)) {
  describe(`the migrations of ${what}`, () => {
    const files = migrationFiles(ENGINE, set);
    const starts = [...new Set([1, Math.ceil(files.length / 2), files.length - 1])];
    for (const start of starts) {
      it(`lose nothing of a store with ${start} of ${files.length}`, async () => {
        const db = await openNew();
        try {
          const inserted = await liveThrough(db, set, start);
          assert.ok([...inserted.values()].flat().length >= start);
          const steps: string[] = [];
          const applied = await migrate(db, 2, set, ({ name, number, of }) =>
            steps.push(`${name} ${number}/${of}`),
          );
          assert.deepEqual(applied, files.slice(start));
          assert.deepEqual(
            steps,
            applied.map((name, index) => `${name} ${index + 1}/${applied.length}`),
          );
          assert.deepEqual(await lostRows((sql) => db.all(sql), inserted), []);
          const [row] = await db.all<{ version: string }>(
            `select version from ${set.table} where name = ?`,
            files.slice(-1),
          );
          assert.equal(row?.version, VERSION);
        } finally {
          await db.close();
        }
      });
    }

    it('would be noticed if they lost a value', async () => {
      const db = await openNew();
      try {
        const inserted = await liveThrough(db, set, files.length);
        const [table, column] =
          what === 'links' ? (['links', 'uri'] as const) : (['click_links', 'code'] as const);
        await db.migration((tx) => tx.run(`update ${table} set ${column} = 'x' where id = 1000`));
        const lost = await lostRows((sql) => db.all(sql), inserted);
        assert.equal(lost.length, 1);
        assert.match(lost[0] ?? '', new RegExp(`^${table}: .*ü0`));
      } finally {
        await db.close();
      }
    });
  });
}

describe('a migration after 0.1.0', () => {
  it('does not fill a column in the transaction that adds it', () => {
    // On PostgreSQL, nothing can read the table until that transaction ends.
    for (const set of Object.values(SETS)) {
      for (const name of migrationFiles(ENGINE, set).filter((one) => one >= set.versioned)) {
        const text = readFileSync(
          join(ROOT, 'server/migrations', `${set.folder}${ENGINE}`, name),
          'utf8',
        );
        const altered = [...text.matchAll(/^alter table (\w+)/gim)].map(([, table]) => table);
        for (const [, table] of text.matchAll(/^update (\w+)/gim)) {
          assert.ok(
            !altered.includes(table),
            `${name} changes ${table} and its rows: use two files`,
          );
        }
      }
    }
  });
});
