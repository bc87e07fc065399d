import { afterAll } from '../leftovers.ts';
import type { Certificate } from './certificates.ts';

/** A PostgreSQL server that a test can stop and start. */
export interface OwnServer {
  readonly url: string;
  start(): Promise<void>;
  end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

export interface OwnServerOptions {
  readonly tls?: Certificate;
  /** Where its folder `data` is made. */
  readonly folder?: string;
  readonly settings?: Record<string, string>;
  /** It is a standby of the server with this address. */
  readonly standbyOf?: string;
}

/** Stops after the tests of the file. Commits are durable. */
export async function ownServer(options: OwnServerOptions = {}): Promise<OwnServer> {
  const script = new URL('../../../../scripts/postgres.js', import.meta.url).href;
  const { startPostgres } = (await import(script)) as {
    startPostgres: (options: object) => Promise<OwnServer | undefined>;
  };
  const server = await startPostgres({ durable: true, ...options });
  if (!server) throw new Error('PostgreSQL is missing although its tests run');
  afterAll(() => server.stop());
  return server;
}
