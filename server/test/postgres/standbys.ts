import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll } from '../leftovers.ts';
import { ownServer, type OwnServer } from './own-server.ts';

/** Returns what to install. Standbys are copies of their primary, and not every package has the program that copies. */
export async function missingForStandbys(): Promise<string | undefined> {
  const script = new URL('../../../../scripts/postgres-binaries.js', import.meta.url).href;
  const { postgresBinaries } = (await import(script)) as {
    postgresBinaries: () => string | undefined;
  };
  const folder = postgresBinaries();
  const isThere = folder !== undefined && existsSync(join(folder, 'pg_basebackup'));
  return isThere || process.env.CI === 'true' ? undefined : 'install PostgreSQL with pg_basebackup';
}

/** Starts a standby that replicates from a server. */
export function standbyOf(
  primary: OwnServer,
  settings: Record<string, string> = {},
): Promise<OwnServer> {
  return ownServer({ standbyOf: primary.url, settings });
}

/** Runs statements directly on a server. */
export async function onServer<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** An address that leads to a server. */
export interface Line {
  readonly url: string;
  /** Nothing is carried any more, as if the network failed. No connection is closed. */
  stall(): void;
  /** New connections lead to another server. */
  lead(url: string): void;
  /** Closes all connections. */
  cut(): void;
  /** New connections are carried again. */
  restore(): void;
}

export async function lineTo(url: string): Promise<Line> {
  const { port } = new URL(url);
  let target = new URL(url);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const server = createServer((client) => {
    sockets.add(client.on('error', () => client.destroy()));
    if (isStalled) return;
    const upstream = connect(Number(target.port), target.hostname);
    sockets.add(upstream.on('error', () => client.destroy()));
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const own = (server.address() as AddressInfo).port;
  return {
    url: url.replace(`:${port}`, `:${own}`),
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    restore() {
      isStalled = false;
    },
    lead(other) {
      target = new URL(other);
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
