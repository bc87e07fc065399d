import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { copyStore } from '../../src/actions/operate/copy-store.ts';
import { openStore } from '../../src/store.ts';
import { readConfig } from '../../src/config.ts';
import { CODE_ALPHABET } from '../../src/domain/link/code.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { TABLES } from '../../src/storage/tables.ts';
import { smartlink, temporaryFolder, type Ran } from '../harness.ts';
import { openDatabaseReader } from '../store.ts';

/** The address of a file for a new database. */
export function file(): string {
  return `sqlite:${join(temporaryFolder(), 'smartlink.db')}`;
}

/** Runs SQL on a database directly. */
export async function write(url: string, sql: string): Promise<void> {
  const codes = { alphabet: CODE_ALPHABET, length: 8 };
  const settings = { poolSize: 1, statementTimeoutMs: 30_000, preparedStatements: true };
  const db = await openDatabase(url, codes, settings);
  await db.transaction((tx) => tx.script(sql));
  await db.close();
}

export async function makeLinks(url: string, links: number): Promise<void> {
  const store = await openStore(readConfig({ DATABASE_URL: url }));
  const { ctx } = store;
  const { app } = await createApp(ctx, 'shop');
  const rest = {
    overrides: null,
    template: null,
    rules: null,
    redeemLimit: 3,
    createdBy: null,
  };
  // At most this many requests may wait.
  const together = Math.min(links, 10_000);
  for (let made = 0; made < links; made += together) {
    await Promise.all(
      Array.from({ length: together }, (_, index) =>
        ctx.db.insertLink({
          ...rest,
          appId: app.id,
          uri: `products/${made + index}`,
          uniqueKey: null,
          routes: { web: { link: `https://shop.example/p/${made + index}`, fallback: '' } },
          metadata: `{ "coupon" : "${made + index}" }`,
          createdAt: Date.now(),
        }),
      ),
    );
  }
  await store.close();
}

/** All rows of a database by table, as text, in the same order on every engine. */
export async function dump(url: string): Promise<Record<string, string[]>> {
  const store = openDatabaseReader(url);
  const rows: Record<string, string[]> = {};
  for (const { name } of TABLES) {
    const found = await store.rows<object>(`select * from ${name}`);
    rows[name] = found.map((row) => JSON.stringify(row)).toSorted();
  }
  await store.close();
  return rows;
}

export function copy(from: string, to: string): Promise<Ran> {
  return smartlink(['copy', '--from', from, '--to', to], {});
}

interface Side {
  readonly rows: number;
  readonly checksum: string;
}

export interface Compared {
  readonly name: string;
  readonly from: Side;
  readonly to: Side;
  readonly difference: string | null;
}

/** Copies a database and asserts that both are equal. */
export async function copyWell(from: string, to: string): Promise<readonly Compared[]> {
  const { code, stdout, stderr } = await smartlink(
    ['copy', '--from', from, '--to', to, '--json'],
    {},
  );
  assert.equal(code, 0, stdout + stderr);
  // No progress line without a terminal.
  assert.match(stderr, /^(?:smartlink: created a new database at .*\n)?$/);
  const { tables } = JSON.parse(stdout) as { tables: readonly Compared[] };
  for (const compared of tables) {
    assert.deepEqual(compared.to, compared.from);
    assert.equal(compared.difference, null);
  }
  return tables;
}

/** Copies in this process. An exception in `progress` ends the copy as a crash would. */
export async function copyHere(
  from: string,
  to: string,
  progress: (done: number) => void,
): Promise<void> {
  const source = await openStore(readConfig({ DATABASE_URL: from }));
  const target = await openStore(readConfig({ DATABASE_URL: to }));
  try {
    await copyStore(source.ctx, target.ctx, progress);
  } finally {
    await target.close();
    await source.close();
  }
}

/** Creates the state after a copy that ended after this table. */
export async function copyUpTo(table: string, from: string, to: string): Promise<void> {
  const rows = await dump(from);
  const end = TABLES.findIndex(({ name }) => name === table) + 1;
  const before = TABLES.slice(0, end).reduce((sum, { name }) => sum + (rows[name]?.length ?? 0), 0);
  const cut = copyHere(from, to, (done) => {
    if (done >= before) throw new Error('cut');
  });
  await assert.rejects(cut, { message: 'cut' });
}
