import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { withVerifiedTls } from '../postgres/verified-tls.ts';

/** Where systems have their certificate authorities: the client programs do not find them. */
const AUTHORITIES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];
const MAX_ERROR_BYTES = 4000;
/** How long a program that is stopped has to cancel its statement. */
const CANCEL_MS = 1000;

export type ClientProgram = 'pg_dump' | 'pg_restore' | 'psql';

/**
 * The variables that lead the client programs of PostgreSQL to the database that the driver uses: others can read the arguments
 * of a process, but not its environment. For the driver, values in the query come first, and the default host is `localhost`.
 */
export function clientEnvironment(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(
    withVerifiedTls(url),
  );
  const asked = searchParams.get('sslmode') ?? '';
  const mode = asked === 'no-verify' ? 'require' : asked;
  const authority = searchParams.get('sslrootcert') ?? AUTHORITIES.find(existsSync) ?? '';
  const host = searchParams.get('host') || decodeURIComponent(hostname.replaceAll(/[[\]]/g, ''));
  const values = {
    PGHOST: host || (process.env.PGHOST ?? 'localhost'),
    PGPORT: searchParams.get('port') || port,
    PGUSER: searchParams.get('user') || decodeURIComponent(username),
    PGPASSWORD: searchParams.get('password') || decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: mode,
    PGSSLROOTCERT: mode.startsWith('verify') ? authority : '',
    PGSSLCERT: searchParams.get('sslcert') ?? '',
    PGSSLKEY: searchParams.get('sslkey') ?? '',
    PGOPTIONS: searchParams.get('options') ?? '',
    PGAPPNAME: 'smartlink-backup',
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

export interface Running {
  readonly child: ChildProcess;
  /** Rejects with what the program reported, unless it ends with 0. */
  readonly ended: Promise<void>;
}

/** Starts a client program of PostgreSQL. `stdio`: standard input and output; `stop` ends it. */
export function startProgram(
  program: ClientProgram,
  args: readonly string[],
  url: string | undefined,
  stdio: readonly [input: 'pipe' | 'ignore', output: 'pipe' | 'ignore'],
  stop?: AbortSignal,
): Running {
  const child = spawn(program, args, {
    env: { ...process.env, ...(url === undefined ? {} : clientEnvironment(url)) },
    stdio: [...stdio, 'pipe'],
  });
  const end = (): void => {
    // It cancels its statement, which could wait for a lock on the server without end, unless the server is unavailable.
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), CANCEL_MS).unref();
  };
  stop?.addEventListener('abort', end, { once: true });
  if (stop?.aborted) end();
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(0, MAX_ERROR_BYTES);
  });
  const ended = once(child, 'close').then(
    ([code, signal]) => {
      if (code === 0) return;
      const how = signal === null ? `ended with ${String(code)}` : `was ended by ${String(signal)}`;
      throw new Error(`${program} ${how}: ${errors.trim().replaceAll(/\s+/g, ' ')}`);
    },
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      const advice =
        'install the client programs of PostgreSQL in the version of the server or newer, or back it up with its own tools (docs/operate/postgres.md)';
      throw new Error(`${program} is not installed; ${advice}`);
    },
  );
  // It is awaited later.
  ended.catch(() => undefined);
  return { child, ended };
}
