import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CODE_ALPHABET } from '../src/domain/link/code.ts';
import { StoreUnavailable, type Database } from '../src/storage/database.ts';
import { openDatabase } from '../src/storage/open.ts';
import { temporaryFolder } from './harness.ts';
import { newMigratedStore } from './store.ts';
import { cpuTime } from './worst-case/cpu-time.ts';

/**
 * The CPU time of a turn of the event loop, as a part of the time of a long statement. Not in milliseconds: garbage of many earlier
 * tests is collected in a turn, too.
 */
const LONGEST_TURN = 1 / 20;
const FIND = 'select code, state from links';

/** A statement that takes about a second for five million. */
const COUNT = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
  select count(*) as numbers from n`;

async function open(url: string): Promise<Database> {
  const settings = { poolSize: 1, statementTimeoutMs: 30_000, preparedStatements: true };
  const codes = { alphabet: CODE_ALPHABET, length: 8 };
  return openDatabase(url, codes, settings, { readerThreads: true });
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof StoreUnavailable ? error.reason : undefined;
}

/** Runs `work` and returns the threads that got reads in the meantime, with how many messages. */
async function readersDuring(work: () => Promise<unknown>): Promise<Map<Worker, number>> {
  const readers = new Map<Worker, number>();
  const postMessage = Reflect.get(Worker.prototype, 'postMessage') as (
    this: Worker,
    message: unknown,
  ) => void;
  Worker.prototype.postMessage = function (this: Worker, message: unknown): void {
    const { command } = message as { command?: { reads?: unknown[] } };
    if (command?.reads?.length) readers.set(this, (readers.get(this) ?? 0) + 1);
    postMessage.call(this, message);
  };
  try {
    await work();
  } finally {
    Worker.prototype.postMessage = postMessage;
  }
  return readers;
}

describe('reads of SQLite in threads', () => {
  let url: string;
  let db: Database;
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= db.close());

  beforeEach(async () => {
    url = await newMigratedStore();
    db = await open(url);
    closed = undefined;
    await db.transaction(async (tx) => {
      await tx.run("insert into apps (id, name, created_at) values ('app', 'shop', 1)");
      await tx.run(
        `insert into links (code, app_id, uri, routes, tags, created_at)
         with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
         select 'code' || i, 'app', 'products/' || i, '{}', '[]', i from n`,
      );
    });
  });

  afterEach(close);

  test('a long statement delays neither lookups, nor other reads, nor the event loop', async (t) => {
    const state = { ended: false };
    const begin = performance.now();
    const long = db
      .all<{ numbers: number }>(COUNT, [5_000_000])
      .finally(() => (state.ended = true));
    let lookups = 0;
    let others = 0;
    let longestTurnMs = 0;
    let last = cpuTime();
    for (; !state.ended; lookups++) {
      const link = await db.lookUp<object>(FIND, 'code', `code${1 + (lookups % 1000)}`);
      if (state.ended) break;
      assert.deepEqual(link, { code: `code${1 + (lookups % 1000)}`, state: 'active' });
      void db.all('select count(*) from links').then(() => (others += state.ended ? 0 : 1));
      await sleep(1);
      const now = cpuTime();
      longestTurnMs = Math.max(longestTurnMs, now - last);
      last = now;
    }
    const took = performance.now() - begin;
    assert.deepEqual(await long, [{ numbers: 5_000_000 }]);
    t.diagnostic(
      `in ${took.toFixed()} ms: ${lookups} lookups, ${others} other reads; longest turn ${longestTurnMs.toFixed(1)} ms`,
    );
    assert.ok(lookups > 20, `${lookups} lookups in ${took} ms`);
    assert.ok(others > 20, `${others} other reads in ${took} ms`);
    assert.ok(longestTurnMs < took * LONGEST_TURN, `a turn of ${longestTurnMs} of ${took} ms`);
  });

  test('lookups of one turn share a message', async () => {
    // The thread has started.
    await db.lookUp(FIND, 'code', 'code1');
    const codes = Array.from({ length: 200 }, (_, i) => `code${801 + i}`);
    const counts: number[] = [];
    // A thread that takes longer than a few milliseconds replies with a part. Other programs can delay it, so the best of
    // up to five rounds counts.
    do {
      let found: unknown[] = [];
      const readers = await readersDuring(async () => {
        found = await Promise.all([
          ...codes.map((code) => db.lookUp(FIND, 'code', code)),
          db.lookUp('select id, name from apps', 'id', 'app'),
          db.lookUp(FIND, 'code', 'none'),
        ]);
      });
      assert.deepEqual(found, [
        ...codes.map((code) => ({ code, state: 'active' })),
        { id: 'app', name: 'shop' },
        undefined,
      ]);
      counts.push([...readers.values()].reduce((sum, count) => sum + count, 0));
    } while (Math.min(...counts) >= 20 && counts.length < 5);
    assert.ok(Math.min(...counts) < 20, `${counts.join(', ')} messages for 202 lookups`);
  });

  test('lookups that share an execution get their own rows', async () => {
    const ids = ['', "'", '"', '\\', '\n', 'ä漢\ud83c\udf81', '[1]', '1', '1.0'];
    await db.transaction(async (tx) => {
      for (const id of ids) {
        await tx.run('insert into apps (id, name, created_at) values (?, ?, 1)', [id, `of ${id}`]);
      }
    });
    const sql = 'select id, name from apps';
    const wanted = [...ids, ...ids, 'none', 'app'];
    for (let round = 0; round < 10; round++) {
      const found = await Promise.all(wanted.map((id) => db.lookUp(sql, 'id', id)));
      assert.deepEqual(found, [
        ...[...ids, ...ids].map((id) => ({ id, name: `of ${id}` })),
        undefined,
        { id: 'app', name: 'shop' },
      ]);
    }
  });

  test('a lookup that fails does not fail those that share its execution', async () => {
    await db.transaction((tx) => tx.run("update links set uri = '[]' where code <> 'code7'"));
    const codes = Array.from({ length: 20 }, (_, i) => `code${i + 1}`);
    for (let round = 0; round < 10; round++) {
      // The URI of code7 is no JSON.
      const found = await Promise.allSettled(
        codes.map((code) => db.lookUp('select code, json(uri) as uri from links', 'code', code)),
      );
      assert.deepEqual(
        found.map((one) => (one.status === 'fulfilled' ? one.value : 'failed')),
        codes.map((code) => (code === 'code7' ? 'failed' : { code, uri: '[]' })),
      );
    }
  });

  test('reads that take long are divided among threads', async () => {
    const readers = await readersDuring(() =>
      Promise.all(Array.from({ length: 12 }, () => db.find(COUNT, [300_000]))),
    );
    assert.ok(readers.size > 1, `${readers.size} threads`);
  });

  test('a read sees every change that was confirmed before', async () => {
    for (let i = 1; i <= 100; i++) {
      await db.transaction((tx) => tx.run('update links set uri = ? where id = 7', [`v${i}`]));
      const [found, listed] = await Promise.all([
        db.lookUp<{ uri: string }>('select code, uri from links', 'code', 'code7'),
        db.all<{ uri: string }>('select uri from links where id = 7'),
      ]);
      assert.deepEqual([found?.uri, listed[0]?.uri], [`v${i}`, `v${i}`]);
    }
  });

  test('rows have all types of values', async () => {
    assert.deepEqual(
      await db.all(
        `select column1 as n, column2 as "aB" from (values (1, 'ä漢\ud83c\udf81'), (2.5, null), (?, ?))`,
        [Number.MAX_SAFE_INTEGER, ''],
      ),
      [
        { n: 1, aB: 'ä漢🎁' },
        { n: 2.5, aB: null },
        { n: Number.MAX_SAFE_INTEGER, aB: '' },
      ],
    );
    assert.deepEqual(await db.all('select 1 as one where 1 = 0'), []);
    assert.equal(await db.find('select 1 as one where 1 = 0'), undefined);
  });

  test('an error concerns one read, not those that share its message', async () => {
    const [wrong, right, absent] = await Promise.allSettled([
      db.find('select nonsense('),
      db.lookUp(FIND, 'code', 'code5'),
      db.find('select 1 from absent'),
    ]);
    assert.equal(wrong.status, 'rejected');
    assert.equal(right.status, 'fulfilled');
    assert.ok(absent.status === 'rejected' && reasonOf(absent.reason) === 'NOT_MIGRATED');
    await assert.rejects(db.all("insert into apps values ('b', 'b', 1)"));
  });

  test('a thread that ends is replaced', async () => {
    const readers = await readersDuring(() => db.find('select 1'));
    // A message that no thread understands.
    for (const reader of readers.keys()) reader.postMessage(null);
    await assert.rejects(db.find('select 1'), { reason: 'READER_ENDED', unknown: false });
    assert.deepEqual(await db.lookUp(FIND, 'code', 'code9'), { code: 'code9', state: 'active' });
  });

  test('more reads than may wait are rejected at once', async () => {
    const reads = await Promise.allSettled(
      // The first 64 are a large batch. It starts at once if a thread is idle; otherwise they wait too.
      Array.from({ length: 64 + 2000 + 100 }, () => db.all<object>('select 1 as one')),
    );
    const rejected = reads.filter((read) => read.status === 'rejected');
    const reasons = new Set(rejected.map(({ reason }) => reasonOf(reason)));
    assert.deepEqual([...reasons], ['QUEUE_FULL']);
    assert.ok(rejected.length >= 100 && rejected.length <= 164, `${rejected.length} are rejected`);
    assert.deepEqual(await db.all('select 1 as one'), [{ one: 1 }]);
  });

  test('close finishes what is running and waiting, and leaves one file', async () => {
    const reads = Promise.all([
      db.all(COUNT, [300_000]),
      ...Array.from({ length: 10 }, () => db.find(COUNT, [30_000])),
      db.transaction((tx) => tx.run("update links set uri = 'last' where id = 1")),
    ]);
    await close();
    await reads;
    await assert.rejects(db.find('select 1'), { reason: 'CLOSED' });
    const file = url.slice('sqlite:'.length);
    assert.deepEqual(
      readdirSync(dirname(file)).filter((name) => name.startsWith('smartlink.db')),
      ['smartlink.db'],
    );
  });
});

test('a file that is missing is not created by reads, and is read when it exists', async () => {
  const file = join(temporaryFolder(), 'smartlink.db');
  const db = await open(`sqlite:${file}`);
  const missing = { reason: 'SQLITE_CANTOPEN' };
  await assert.rejects(db.all('select 1'), missing);
  await assert.rejects(db.lookUp(FIND, 'code', 'a'), missing);
  assert.ok(!existsSync(file));
  copyFileSync((await newMigratedStore()).slice('sqlite:'.length), file);
  assert.deepEqual(await db.all('select code from links'), []);
  assert.equal(await db.lookUp(FIND, 'code', 'a'), undefined);
  await db.close();
});
