import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openStore } from '../../src/store.ts';
import { readConfig } from '../../src/config.ts';
import { smartlink } from '../harness.ts';
import { newStore } from '../store.ts';
import { copy, copyHere, copyWell, file, makeLinks, write } from './copies.ts';

// That a copy is not called complete when rows were added to the source while it ran.

const STORES = { 'a file of SQLite': async () => file(), PostgreSQL: () => newStore() };
/** Each adds to a table that was compared long before the last row is read. */
const WRITES: Readonly<Record<string, string>> = {
  apps: "insert into apps (id, name, created_at) values ('app_later', 'later', 1)",
  links: `insert into links (code, app_id, uri, routes, created_at)
    select 'later000', app_id, uri, routes, created_at from links limit 1`,
  changes: "insert into changes (subject, created_at) values ('link:x', 1)",
};

for (const [name, source] of Object.entries(STORES)) {
  describe(`a copy from ${name}`, () => {
    for (const [table, sql] of Object.entries(WRITES)) {
      test(`is not complete when ${table} get a row at the very end`, async () => {
        const [from, to] = [await source(), file()];
        await makeLinks(from, 20);
        let added: Promise<void> | undefined;
        const { comparisons, written } = await copyHere(from, to, (done, expected) => {
          // Behind the last row of the last table that has any: all others are compared already.
          if (done === expected) added = write(from, sql);
        }).finally(() => added);
        assert.ok(added, 'the row was added');
        await added;
        assert.ok(comparisons.every(({ difference }) => difference === undefined));
        assert.deepEqual(written, [table]);
        const doctor = await smartlink(['doctor'], { DATABASE_URL: to });
        assert.match(doctor.stdout, /a copy of another store into this one is not finished/);
      });
    }

    test('that is in use ends with 1 and says what to do', async () => {
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
            routes: '{}',
            overrides: null,
            template: null,
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
      assert.match(ran.stdout, /^links: written in the source during the copy$/m);
      assert.match(ran.stdout, /the copy cannot be used: .* copy to a new, empty store\n$/);
      assert.doesNotMatch(ran.stdout, /complete/);
      // What was in use and is not any more is copied to a new store.
      await copyWell(from, file());
    });
  });
}
