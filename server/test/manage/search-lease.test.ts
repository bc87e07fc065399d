import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { readConfig } from '../../src/config.ts';
import { BLOCK_LINKS } from '../../src/domain/search/block.ts';
import { parseLinkQuery } from '../../src/domain/search/link-query.ts';
import { SearchIndexer } from '../../src/jobs/search-indexer.ts';
import type { Database, SqlValue } from '../../src/storage/database.ts';
import { scanLinks } from '../../src/storage/link-list.ts';
import { indexedBlocks, noteSearchChange } from '../../src/storage/search-index.ts';
import { openStore } from '../../src/store.ts';
import { afterAll } from '../harness.ts';
import { ENGINE, newMigratedStore } from '../store.ts';

/** In a database without a service, which would write the index too. */
describe('processes that write the search index', () => {
  let db: Database;
  let appId: string;
  before(async () => {
    const store = await openStore(readConfig({ DATABASE_URL: await newMigratedStore() }));
    afterAll(() => store.close());
    ({ db } = store.ctx);
    appId = (await createApp(store.ctx, 'shop')).app.id;
    const series =
      ENGINE === 'sqlite'
        ? `(with recursive s (n) as (select 0 union all select n + 1 from s where n < ${BLOCK_LINKS}) select n from s) as s`
        : `generate_series(0, ${BLOCK_LINKS}) as s (n)`;
    await run(
      `insert into links (code, app_id, uri, routes, tags, created_at)
       select 'link' || n, ?, case when n = 2 then 'porcelain' else 'hay' end, '{}', '[]', 1 from ${series}`,
      [appId],
    );
  });

  const run = (sql: string, parameters: readonly SqlValue[] = []): Promise<number> =>
    db.transaction((tx) => tx.run(sql, parameters), 'none');
  const fail = (error: unknown): never => assert.fail(String(error));
  const index = (own: Database): Promise<void> => new SearchIndexer(own, fail, 0).work();
  const found = async (text: string): Promise<string[]> => {
    const filter = { query: parseLinkQuery(text, []) };
    const scan = { filter, except: [], oldestFirst: true, from: undefined, limit: 10 };
    return (await scanLinks(db, appId, scan, Infinity)).links.map(({ link }) => link.code);
  };

  /** The same database; `then` runs when the first links of a block were read. */
  const readingDatabase = (then: () => Promise<void>): Database => {
    let isFirst = true;
    const all = async (sql: string, parameters?: readonly SqlValue[]): Promise<unknown[]> => {
      const rows = await db.all(sql, parameters);
      if (isFirst && sql.startsWith('select id as seq')) {
        isFirst = false;
        await then();
      }
      return rows;
    };
    return new Proxy(db, {
      get(target, key) {
        if (key === 'all') return all;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };

  it('do not take the lease of another one', async () => {
    const other = async (): Promise<void> => {
      await index(db);
      assert.equal(await indexedBlocks(db), 0);
    };
    await index(readingDatabase(other));
    assert.equal(await indexedBlocks(db), 1);
  });

  it('write nothing that they read before another one took the lease', async () => {
    await run('update search_state set indexed = 0');
    const other = async (): Promise<void> => {
      // The first one has been silent for too long.
      await run('update search_state set leased_until = 1');
      await db.transaction(async (tx) => {
        await tx.run(`update links set name = 'porcelain', version = 2 where code = 'link1'`);
        await noteSearchChange(tx, 'link1');
      }, 'none');
      await index(db);
      assert.equal(await indexedBlocks(db), 1);
    };
    await index(readingDatabase(other));
    // The terms of both are the same, so that of the first one would be overwritten.
    assert.deepEqual(await found('porcelain'), ['link1', 'link2']);
  });

  it('wait until no transaction can add a link to the block, whatever the clocks say', async () => {
    await run('update search_state set indexed = 0');
    const lateMs = 200;
    const indexer = new SearchIndexer(db, fail, lateMs);
    await indexer.work();
    assert.equal(await indexedBlocks(db), ENGINE === 'sqlite' ? 1 : 0);
    await sleep(2 * lateMs);
    await indexer.work();
    assert.equal(await indexedBlocks(db), 1);
  });
});
