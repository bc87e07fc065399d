import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSecondsOf } from './cpu-time.js';
import { freePort } from './free-port.js';
import { postgresBinaries, runnableBy } from './postgres-binaries.js';

// A PostgreSQL server for the tests: found or installed, in a folder of its own, stopped with the tests.

const MINUTE_MS = 60_000;
const SETTINGS = { listen_addresses: '127.0.0.1', max_connections: '300' };
/** For databases that are discarded after the tests. */
const FAST = { fsync: 'off', full_page_writes: 'off' };

/**
 * @typedef {object} PostgresServer
 * @property {string} url of the database `postgres`
 * @property {string} folder with its folder `data`
 * @property {() => number | undefined} pid of the parent process
 * @property {() => number} cpuSeconds of all its processes, on Linux
 * @property {(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') => Promise<void>} end fast, immediate, or killed
 * @property {() => Promise<void>} start again, after an end
 * @property {() => Promise<void>} stop permanently and remove its folder
 */

/**
 * Starts a server; undefined if there is none and none can be installed. `durable`: commits survive a kill.
 * `folder`: where its databases are. `tls`: it accepts encrypted connections with this certificate.
 * `standbyOf`: it is a standby of the server with this address.
 * @param {{ durable?: boolean, folder?: string, standbyOf?: string, settings?: Record<string, string>, tls?: { cert: string, key: string } }} [options]
 * @returns {Promise<PostgresServer | undefined>}
 */
export async function startPostgres({
  durable = false,
  folder: given,
  settings: wanted = {},
  standbyOf,
  tls,
} = {}) {
  const binaries = postgresBinaries();
  if (binaries === undefined) return undefined;
  const folder = given ?? mkdtempSync(join(tmpdir(), 'smartlink-postgres-'));
  const owner = ownerOf();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const bin = runnableBy(owner, binaries, folder);
  const data = join(folder, 'data');
  if (!existsSync(data)) {
    if (standbyOf === undefined) makeCluster(bin, data, { ...owner, cwd: folder });
    else copyCluster(bin, data, standbyOf, { ...owner, cwd: folder });
  }
  const port = await freePort();
  const settings = {
    ...SETTINGS,
    ...(durable ? {} : FAST),
    ...(tls ? encrypted(tls, folder, owner) : {}),
    ...wanted,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', data, '-p', String(port), '-k', folder, ...options];
  /** @type {import('node:child_process').ChildProcess} */
  let server;
  const start = async () => {
    server = spawn(join(bin, 'postgres'), args, { ...owner, cwd: folder, stdio: 'pipe' });
    let log = '';
    server.stderr?.on('data', (chunk) => (log = (log + chunk).slice(-20_000)));
    const started = server;
    const ended = () => started.exitCode !== null || started.signalCode !== null;
    await ready(data, started.pid, () => (ended() ? log : undefined));
  };
  const end = async (signal) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = new Promise((done) => server.once('exit', done));
    server.kill(signal);
    await exited;
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    folder,
    pid: () => server.pid,
    cpuSeconds: () => cpuSecondsOf(server.pid),
    start,
    end,
    async stop() {
      // Immediately, without waiting for open connections.
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** PostgreSQL accepts no key that others can read. */
function encrypted({ cert, key }, folder, owner) {
  const files = { ssl_cert_file: join(folder, 'cert.pem'), ssl_key_file: join(folder, 'key.pem') };
  writeFileSync(files.ssl_cert_file, cert, { mode: 0o600 });
  writeFileSync(files.ssl_key_file, key, { mode: 0o600 });
  if (owner) for (const file of Object.values(files)) chownSync(file, owner.uid, owner.gid);
  return { ssl: 'on', ...files };
}

function makeCluster(bin, data, options) {
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'],
    { ...options, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
}

/** Copies a running server; the copy then replicates from it. */
function copyCluster(bin, data, url, options) {
  const made = spawnSync(
    join(bin, 'pg_basebackup'),
    ['-D', data, '-d', url, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
    { ...options, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`pg_basebackup failed: ${made.error ?? made.stderr}`);
}

/** PostgreSQL refuses to run as root, so this returns the user to run it as. */
export function ownerOf() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag, name) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim();
  const name = id('-u', 'postgres') === '' ? 'nobody' : 'postgres';
  return { uid: Number(id('-u', name)), gid: Number(id('-g', name)) };
}

/** Reads the file that `pg_ctl` waits for, with the process and its state; not every package has `pg_ctl`. */
async function ready(data, pid, failed) {
  const state = () => {
    try {
      return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    } catch (error) {
      // A server that starts after a crash replaces the file.
      if (error.code === 'ENOENT') return [];
      throw error;
    }
  };
  const end = Date.now() + MINUTE_MS;
  for (;;) {
    const [owner, ...rest] = state();
    if (Number(owner) === pid && rest[6]?.trim() === 'ready') return;
    const log = failed();
    if (log !== undefined) throw new Error(`PostgreSQL did not start: ${log}`);
    if (Date.now() > end) throw new Error('PostgreSQL did not start within a minute');
    await new Promise((done) => setTimeout(done, 50));
  }
}
