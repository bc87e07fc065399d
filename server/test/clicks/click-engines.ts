import { randomBytes } from 'node:crypto';
import { ClickHouse } from '../../src/storage/clicks/clickhouse/clickhouse.ts';
import { clicksUrlOf } from '../../src/storage/clicks/open-clicks.ts';
import { afterAll, afterAllFiles } from '../leftovers.ts';
import { ENGINE, newStore } from '../store.ts';

/** An engine that can store clicks. */
export interface ClickEngine {
  readonly name: 'SQLite' | 'PostgreSQL' | 'ClickHouse';
  /** Why it cannot be tested here. */
  readonly skip?: string;
  /** The address of a new, empty store, which is removed after the tests of the file. */
  newClicksUrl(): Promise<string>;
}

/** The engine of the database, and ClickHouse in the run on SQLite. */
export async function clickEngines(): Promise<readonly ClickEngine[]> {
  const own: ClickEngine = {
    name: ENGINE === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    newClicksUrl: async () => clicksUrlOf(await newStore()),
  };
  if (ENGINE === 'postgres') return [own];
  const server = await clickHouseServer();
  if (server !== undefined) {
    return [own, { name: 'ClickHouse', newClicksUrl: () => newDatabase(server) }];
  }
  if (process.env.CI === 'true') throw new Error('chdb could not be installed');
  return [own, { ...own, name: 'ClickHouse', skip: 'chdb could not be installed' }];
}

/** `scripts/clickhouse.js` */
export interface ClickHouseServer {
  readonly url: string;
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  stop(): Promise<void>;
}

/** Starts a server of its own; undefined if it cannot be installed. */
export async function startClickHouse(): Promise<ClickHouseServer | undefined> {
  const script = new URL('../../../../scripts/clickhouse.js', import.meta.url).href;
  const module = (await import(script)) as {
    startClickHouse(): Promise<ClickHouseServer | undefined>;
  };
  return module.startClickHouse();
}

let shared: Promise<string | undefined> | undefined;

/** The server of this process, or that of `SMARTLINK_TEST_CLICKHOUSE`. */
function clickHouseServer(): Promise<string | undefined> {
  return (shared ??= startShared());
}

async function startShared(): Promise<string | undefined> {
  const given = process.env.SMARTLINK_TEST_CLICKHOUSE;
  if (given !== undefined) return given;
  const server = await startClickHouse();
  if (server) {
    afterAllFiles(async () => {
      shared = undefined;
      await server.stop();
    });
  }
  return server?.url;
}

/** Creates a database on a server. `after` gets how to remove it. */
export async function newDatabase(server: string, after = afterAll): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  after(() => onServer(server, `drop database if exists ${name}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(server: string, statement: string): Promise<void> {
  const db = new ClickHouse(server, { timeoutMs: 120_000, connections: 1 });
  await db.run(statement);
  await db.close();
}
