import assert from 'node:assert/strict';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { StoreUnavailable } from '../../src/storage/database.ts';
import { migrate, refuseNewer, StoreTooNew } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { newMigratedStore } from '../store.ts';

// A database that cannot be read at the start never counts as new: it can be of a newer version.

const HEADER_BYTES = 100;

/** Makes a database unreadable, and returns a function that undoes it. */
async function makeUnreadable(url: string): Promise<() => Promise<void>> {
  if (!url.startsWith('sqlite:')) {
    const blocker = new Client({ connectionString: url });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table migrations in access exclusive mode');
    return () => blocker.end();
  }
  const file = openSync(url.slice('sqlite:'.length), 'r+');
  const header = Buffer.alloc(HEADER_BYTES);
  readSync(file, header, 0, HEADER_BYTES, 0);
  writeSync(file, Buffer.alloc(HEADER_BYTES, 'x'), 0, HEADER_BYTES, 0);
  return async () => {
    writeSync(file, header, 0, HEADER_BYTES, 0);
    closeSync(file);
  };
}

describe('a database of a newer version that cannot be read at first', () => {
  it('is neither accepted nor migrated, and is refused as newer when it can be read', async () => {
    const url = await newMigratedStore();
    const open = (statementTimeoutMs: number) =>
      openDatabase(
        url,
        { alphabet: 'x', length: 1 },
        { poolSize: 1, statementTimeoutMs, preparedStatements: true },
      );
    const newer = await open(30_000);
    await newer.migration((tx) =>
      tx.run(`insert into migrations (name, applied_at) values ('9999_later.sql', 0)`),
    );
    await newer.close();
    const makeReadable = await makeUnreadable(url);
    const db = await open(500);
    await assert.rejects(refuseNewer(db), StoreUnavailable);
    await assert.rejects(migrate(db, Date.now()), StoreUnavailable);
    await db.close();
    await makeReadable();
    const again = await open(30_000);
    await assert.rejects(refuseNewer(again), StoreTooNew);
    await again.close();
  });
});
