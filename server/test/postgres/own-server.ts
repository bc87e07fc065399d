import { afterAll } from '../leftovers.ts';
import type { Certificate } from './certificates.ts';

/** A PostgreSQL server that a test can stop and start. */
export interface OwnServer {
  readonly url: string;
  start(): Promise<void>;
  end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

/** Stops after the tests of the file. Commits are durable. */
export async function ownServer(tls?: Certificate): Promise<OwnServer> {
  const script = new URL('../../../../scripts/postgres.js', import.meta.url).href;
  const { startPostgres } = (await import(script)) as {
    startPostgres: (options: object) => Promise<OwnServer | undefined>;
  };
  const server = await startPostgres({ durable: true, tls });
  if (!server) throw new Error('PostgreSQL is missing although its tests run');
  afterAll(() => server.stop());
  return server;
}
