import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ChangeFeed } from '../src/cache/change-feed.ts';
import { LinkCache } from '../src/cache/link-cache.ts';
import { CODE_ALPHABET } from '../src/domain/link/code.ts';
import { measuredDatabase } from '../src/metrics/measured-database.ts';
import type { Database } from '../src/storage/database.ts';
import { openDatabase } from '../src/storage/open.ts';
import { afterAll } from './harness.ts';
import { newMigratedStore } from './store.ts';

const ACTOR = { id: 'tok_1', appId: 'app_1', platform: undefined };

describe('the feed of changes', () => {
  let db: Database;
  let cache: LinkCache;
  let feed: ChangeFeed;
  /** Rows that were read. */
  let rows = 0;
  beforeEach(async () => {
    const settings = { poolSize: 2, statementTimeoutMs: 30_000, preparedStatements: true };
    const codes = { alphabet: CODE_ALPHABET, length: 8 };
    const opened = await openDatabase(await newMigratedStore(), codes, settings, {
      readerThreads: true,
    });
    afterAll(() => opened.close());
    db = measuredDatabase(opened, (_operation, _seconds, result) => {
      if (Array.isArray(result)) rows += result.length;
    });
    cache = new LinkCache(1);
    feed = new ChangeFeed(db, cache, Infinity);
  });

  const insert = (from: number, to: number, subject: string, at: number) =>
    db.transaction(async (tx) => {
      for (let seq = from; seq <= to; seq++) {
        const sql = 'insert into changes (seq, subject, created_at) values (?, ?, ?)';
        await tx.run(sql, [seq, subject, at]);
      }
    });

  it('clears the cache if changes were lost, also if others have their numbers at the next read', async () => {
    await insert(1, 5, 'link:a', 1);
    await feed.poll();
    assert.ok(cache.epoch.trusted);
    cache.actors.set('digest', ACTOR);
    await db.transaction((tx) => tx.run('delete from changes where seq > 2'));
    await insert(3, 3, 'token:tok_1', 2);
    await insert(4, 7, 'link:b', 2);
    await feed.poll();
    assert.equal(cache.actors.get('digest'), undefined);
    await feed.poll();
    assert.ok(cache.epoch.trusted);
    cache.actors.set('digest', ACTOR);
    await insert(8, 8, 'token:tok_1', 3);
    await feed.poll();
    assert.equal(cache.actors.get('digest'), undefined);
  });

  it('clears the cache if the list is shorter than before', async () => {
    await insert(1, 5, 'link:a', 1);
    await feed.poll();
    cache.actors.set('digest', ACTOR);
    await db.transaction((tx) => tx.run('delete from changes where seq > 4'));
    await feed.poll();
    assert.equal(cache.actors.get('digest'), undefined);
  });

  it('does not read the changes after a missing number again', async () => {
    await insert(1, 1, 'link:a', 1);
    await feed.poll();
    await insert(3, 200, 'link:a', 1);
    await feed.poll();
    cache.actors.set('digest', ACTOR);
    rows = 0;
    for (let i = 0; i < 5; i++) await feed.poll();
    assert.equal(rows, 5);
    await insert(2, 2, 'token:tok_1', 1);
    await feed.poll();
    assert.equal(cache.actors.get('digest'), undefined);
  });

  it('reads changes with a lower number that appear late, also if many are missing', async () => {
    await insert(1, 1, 'link:a', 1);
    await feed.poll();
    await insert(2000, 2001, 'link:a', 1);
    await feed.poll();
    cache.actors.set('digest', ACTOR);
    await insert(700, 700, 'token:tok_1', 1);
    await feed.poll();
    assert.equal(cache.actors.get('digest'), undefined);
    assert.ok(cache.epoch.trusted);
  });
});
