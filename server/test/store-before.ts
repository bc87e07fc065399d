import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODE_ALPHABET } from '../src/domain/link/code.ts';
import type { Transaction } from '../src/storage/database.ts';
import { openDatabase } from '../src/storage/open.ts';
import { ROOT } from './harness.ts';
import { ENGINE, newStore } from './store.ts';

/**
 * Creates a database of the release before a migration, such as `0008`, with the rows that `fill` inserts.
 */
export async function storeBefore(
  migration: string,
  fill: (tx: Transaction) => Promise<void>,
): Promise<string> {
  const url = await newStore();
  const settings = { poolSize: 2, statementTimeoutMs: 30_000, preparedStatements: true };
  const db = await openDatabase(url, { alphabet: CODE_ALPHABET, length: 8 }, settings);
  const folder = join(ROOT, 'server/migrations', ENGINE);
  const files = readdirSync(folder)
    .filter((name) => name < migration)
    .toSorted();
  await db.migration(async (tx) => {
    await tx.script('create table migrations (name text primary key, applied_at bigint not null)');
    for (const name of files) {
      await tx.script(readFileSync(join(folder, name), 'utf8'));
      await tx.run('insert into migrations (name, applied_at) values (?, ?)', [name, 1]);
    }
    await fill(tx);
  });
  await db.close();
  return url;
}
