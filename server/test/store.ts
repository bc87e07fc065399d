import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { readConfig } from '../src/config.ts';
import { CODE_ALPHABET } from '../src/domain/link/code.ts';
import type { SqlValue } from '../src/storage/database.ts';
import { CLICKS_SET, migrate } from '../src/storage/migrate.ts';
import { openDatabase } from '../src/storage/open.ts';
import { openStore } from '../src/store.ts';
import { afterAll, afterAllFiles, folderOf, temporaryFolder } from './leftovers.ts';

/** The server for the databases of tests; undefined: each database is a SQLite file. */
const SERVER = process.env.SMARTLINK_TEST_POSTGRES;
export const ENGINE = SERVER === undefined ? 'sqlite' : 'postgres';

/** Creates an empty database that is removed after the tests of the file; returns its address. */
export async function newStore(): Promise<string> {
  return SERVER === undefined ? newFile() : newDatabase(SERVER, '', afterAll);
}

/** The same, already migrated. */
export async function newMigratedStore(): Promise<string> {
  const from = await (template ??= makeTemplate());
  if (SERVER !== undefined) {
    const { pathname } = new URL(from);
    return newDatabase(SERVER, `template ${pathname.slice(1)}`, afterAll);
  }
  const url = newFile();
  copyFileSync(pathOf(from), pathOf(url));
  return url;
}

/** Makes a migrated database at the address of a file of SQLite that does not exist; returns whether it did. */
export async function makeMigratedFile(url = ''): Promise<boolean> {
  if (SERVER !== undefined || !url.startsWith('sqlite:')) return false;
  const path = pathOf(url);
  if (existsSync(path) || !existsSync(dirname(path))) return false;
  copyFileSync(pathOf(await (template ??= makeTemplate())), path);
  return true;
}

/** A migrated database without rows. Copying it is faster than migrating each new one. */
let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  afterAllFiles(() => (template = undefined));
  const url =
    SERVER === undefined
      ? `sqlite:${join(folderOf(afterAllFiles), 'template.db')}`
      : await newDatabase(SERVER, '', afterAllFiles);
  const store = await openStore(readConfig({ DATABASE_URL: url }));
  // Clicks on SQLite are in another file, which the service creates quickly.
  if (SERVER !== undefined) await migrate(store.ctx.db, Date.now(), CLICKS_SET);
  await store.close();
  return url;
}

function newFile(): string {
  return `sqlite:${join(temporaryFolder(), 'smartlink.db')}`;
}

function pathOf(url: string): string {
  return url.slice('sqlite:'.length);
}

async function newDatabase(
  server: string,
  how: string,
  after: (undo: () => unknown) => void,
): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name} ${how}`);
  after(() => onServer(server, `drop database ${name} with (force)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Reads a database directly. */
export interface DatabaseReader {
  readonly engine: 'sqlite' | 'postgres';
  rows<Row>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
  /** Returns the damage of the stored data, or undefined. */
  damage(): Promise<string | undefined>;
  close(): Promise<void>;
}

export function openDatabaseReader(url: string): DatabaseReader {
  const codes = { alphabet: CODE_ALPHABET, length: 8 };
  const settings = { poolSize: 2, statementTimeoutMs: 30_000, preparedStatements: true };
  const opened = openDatabase(url, codes, settings);
  return {
    engine: url.startsWith('sqlite:') ? 'sqlite' : 'postgres',
    rows: async <Row>(sql: string, parameters?: readonly SqlValue[]) =>
      // Rows of SQLite have no prototype, so strict comparison would fail.
      (await (await opened).all<object>(sql, parameters)).map((row) => ({ ...row }) as Row),
    damage: async () => (await opened).check(),
    close: async () => (await opened).close(),
  };
}
