import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { openDatabase } from '../src/storage/open.ts';
import { StoreUnavailable } from '../src/storage/database.ts';
import type { WriterCommand, WriterData } from '../src/storage/sqlite/protocol.ts';
import { transact } from '../src/storage/sqlite/transact.ts';
import { WorkerThread } from '../src/storage/sqlite/worker-thread.ts';
import { yieldToEventLoop } from '../src/time-slices.ts';
import { newMigratedStore } from './store.ts';

const HOSTS = { host: 'text', app_id: 'text', position: 'integer' } as const;

describe('a transaction on SQLite whose thread ends between two statements', () => {
  let writer: WorkerThread<WriterCommand>;
  before(async () => {
    const path = (await newMigratedStore()).slice('sqlite:'.length);
    const workerData: WriterData = { path, codes: { alphabet: 'abc', length: 8 } };
    const file = new URL('../src/storage/sqlite/writer.js', import.meta.url);
    writer = new WorkerThread({
      name: 'writer',
      writes: true,
      start: () => new Worker(file, { workerData }),
    });
  });
  after(() => writer.close());

  const insert = (name: string): { readonly sql: string; readonly parameters: string[] } => ({
    sql: 'insert into migrations (name, applied_at) values (?, 0)',
    parameters: [name],
  });

  it('stores nothing', async () => {
    const work = transact(writer, async (tx) => {
      const { sql, parameters } = insert('before');
      await tx.run(sql, parameters);
      await writer.terminate();
      await tx.run(sql, insert('after').parameters);
    });
    await assert.rejects(work, (error) => {
      assert.ok(error instanceof StoreUnavailable);
      assert.deepEqual([error.reason, error.unknown], ['WRITER_ENDED', false]);
      return true;
    });
    const sql = "select name from migrations where name in ('before', 'after', 'next')";
    assert.deepEqual(await writer.ask({ kind: 'all', sql, parameters: [] }), []);
    await transact(writer, (tx) => tx.run(insert('next').sql, ['next']));
    assert.deepEqual(await writer.ask({ kind: 'all', sql, parameters: [] }), [{ name: 'next' }]);
  });
});

it('a transaction on SQLite does not wait for long work after each statement', async () => {
  const db = await openDatabase(
    await newMigratedStore(),
    { alphabet: 'abc', length: 8 },
    { poolSize: 1, statementTimeoutMs: 30_000, preparedStatements: true },
    { readerThreads: true },
  );
  await db.transaction((tx) =>
    tx.run("insert into apps (id, name, created_at) values ('a', 'a', 0)"),
  );
  const control = { going: true };
  let parts = 0;
  const works = Array.from({ length: 8 }, async () => {
    while (control.going) {
      for (const end = performance.now() + 1; performance.now() < end;);
      parts++;
      await yieldToEventLoop();
    }
  });
  const rows = 100;
  const during = await db.transaction(async (tx) => {
    const earlier = parts;
    for (let row = 0; row < rows; row++) {
      await tx.insertMany('hosts', HOSTS, [[`host${row}`, 'a', row]]);
    }
    return parts - earlier;
  });
  control.going = false;
  await Promise.all(works);
  await db.close();
  // A slice after each statement would be five parts.
  assert.ok(during < rows, `${during} parts of long work`);
});
