import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Context } from '../src/actions/context.ts';
import { Migration } from '../src/jobs/migration.ts';
import { createLog } from '../src/log.ts';
import { openDatabase } from '../src/storage/open.ts';
import { openWriter } from '../src/storage/sqlite/driver.ts';
import { afterAll, temporaryFolder } from './harness.ts';
import { eventually } from './processes.ts';

test('a late migration that fails before anything waits for it reports its error', async () => {
  const file = join(temporaryFolder(), 'smartlink.db');
  const other = openWriter(file);
  other.exec('begin immediate');
  const db = await openDatabase(
    `sqlite:${file}`,
    { alphabet: 'abc', length: 8 },
    { poolSize: 1, statementTimeoutMs: 30_000, preparedStatements: true },
    { readerThreads: true },
  );
  afterAll(() => db.close());
  const migration = new Migration(
    { db, now: Date.now } as unknown as Context,
    createLog('silent', 'json'),
  );
  // It does not wait for the other writer.
  await migration.start();
  other.exec('create table links (id integer); commit');
  other.close();
  await eventually('the migration fails', () => !migration.isRunning);
  assert.ok(migration.pending);
  await assert.rejects(migration.pending, /already exists/);
});
