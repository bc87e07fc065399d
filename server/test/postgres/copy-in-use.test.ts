import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { copyStore, type Copied } from '../../src/actions/operate/copy-store.ts';
import { readConfig } from '../../src/config.ts';
import type { SqlValue } from '../../src/storage/database.ts';
import { openStore } from '../../src/store.ts';
import { smartlink } from '../harness.ts';
import { newStore } from '../store.ts';
import { copy, copyWell, file, makeLinks, write } from './copies.ts';

// A copy is not reported as complete if rows were added to the source while it ran.

const STORES = { 'a file of SQLite': async () => file(), PostgreSQL: () => newStore() };
/** Each statement inserts into a table whose comparison ends long before the last row is read. */
const WRITES: Readonly<Record<string, string>> = {
  apps: "insert into apps (id, name, created_at) values ('app_later', 'later', 1)",
  links: `insert into links (code, app_id, uri, routes, tags, created_at)
    select 'later000', app_id, uri, routes, tags, created_at from links limit 1`,
  changes: "insert into changes (subject, created_at) values ('link:x', 1)",
};

/** The last table. It is read once for the copy and once for the comparison. */
const LAST_TABLE = /^select \* from audit_log\b/;

/** Copies, and runs `work` when all tables except the last one have been compared. */
async function copyWhile(from: string, to: string, work: () => Promise<void>): Promise<Copied> {
  const source = await openStore(readConfig({ DATABASE_URL: from }));
  const target = await openStore(readConfig({ DATABASE_URL: to }));
  const { db } = source.ctx;
  const all = db.all.bind(db);
  let reads = 0;
  Object.assign(db, {
    all: async (sql: string, parameters?: readonly SqlValue[]) => {
      if (LAST_TABLE.test(sql) && ++reads === 2) await work();
      return all(sql, parameters);
    },
  });
  try {
    const copied = await copyStore(source.ctx, target.ctx, () => undefined);
    assert.equal(reads, 2);
    return copied;
  } finally {
    await target.close();
    await source.close();
  }
}

for (const [name, source] of Object.entries(STORES)) {
  describe(`a copy from ${name}`, () => {
    for (const [table, sql] of Object.entries(WRITES)) {
      test(`is not complete if ${table} gets a row at the very end`, async () => {
        const [from, to] = [await source(), file()];
        await makeLinks(from, 20);
        const { comparisons, written } = await copyWhile(from, to, () => write(from, sql));
        assert.ok(comparisons.every(({ difference }) => difference === undefined));
        assert.deepEqual(written, [table]);
        const doctor = await smartlink(['doctor'], { DATABASE_URL: to });
        assert.match(doctor.stdout, /a copy of another database into this one is not finished/);
      });
    }

    test('of a database in use exits with 1 and prints what to do', async () => {
      const [from, to] = [await source(), file()];
      await makeLinks(from, 5000);
      const store = await openStore(readConfig({ DATABASE_URL: from }));
      const [link] = await store.ctx.db.all<{ appId: string }>(
        'select app_id as "appId" from links limit 1',
      );
      const use = { over: false };
      const using = (async () => {
        while (!use.over) {
          await store.ctx.db.insertLink({
            appId: link?.appId ?? '',
            uri: 'products/5',
            uniqueKey: null,
            routes: {},
            overrides: null,
            template: null,
            rules: null,
            metadata: null,
            redeemLimit: null,
            createdAt: 1,
            createdBy: null,
          });
        }
      })();
      const ran = await copy(from, to);
      use.over = true;
      await using;
      await store.close();
      assert.equal(ran.code, 1, ran.stdout);
      assert.match(ran.stdout, /^links: written to in the source during the copy$/m);
      assert.match(ran.stdout, /the copy cannot be used: .* copy to a new, empty database\n$/);
      assert.doesNotMatch(ran.stdout, /complete/);
      // A database that is no longer in use can be copied to a new one.
      await copyWell(from, file());
    });
  });
}
