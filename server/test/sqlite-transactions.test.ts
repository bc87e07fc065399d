import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../src/storage/database.ts';
import type { WriterCommand, WriterData } from '../src/storage/sqlite/protocol.ts';
import { transact } from '../src/storage/sqlite/transact.ts';
import { WorkerThread } from '../src/storage/sqlite/worker-thread.ts';
import { newMigratedStore } from './store.ts';

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
