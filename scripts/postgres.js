import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

// A PostgreSQL for the tests: found or installed, in a folder of its own, ended with the tests.

const MINUTE_MS = 60_000;
const SETTINGS = { listen_addresses: '127.0.0.1', max_connections: '300' };
/** For databases that do not outlive the tests, on a machine whose plug nobody pulls. */
const FAST = { fsync: 'off', full_page_writes: 'off' };

/**
 * @typedef {object} PostgresServer
 * @property {string} url of the database `postgres`
 * @property {(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') => Promise<void>} end fast, at once, or killed
 * @property {() => Promise<void>} start again, after an end
 * @property {() => Promise<void>} stop for good, and remove its folder
 */

/**
 * Starts a server; undefined where there is none and none can be installed. `durable`: what it
 * acknowledges survives a kill.
 * @param {{ durable?: boolean }} [options]
 * @returns {Promise<PostgresServer | undefined>}
 */
export async function startPostgres({ durable = false } = {}) {
  const bin = findBinaries() ?? installed();
  if (bin === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'smartlink-postgres-'));
  const owner = ownerOf();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const settings = Object.entries({ ...SETTINGS, ...(durable ? {} : FAST) });
  const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', data, '-p', String(port), '-k', folder, ...options];
  /** @type {import('node:child_process').ChildProcess} */
  let server;
  const start = async () => {
    server = spawn(join(bin, 'postgres'), args, { ...owner, cwd: folder, stdio: 'pipe' });
    let log = '';
    server.stderr?.on('data', (chunk) => (log = (log + chunk).slice(-20_000)));
    const started = server;
    await ready(bin, port, () => (started.exitCode === null ? undefined : log));
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
    start,
    end,
    async stop() {
      // At once, and without waiting for connections that somebody forgot.
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** The folder that has `initdb` and `postgres`, of the newest version. */
function findBinaries() {
  const versions = (parent, below) =>
    existsSync(parent)
      ? readdirSync(parent)
          .filter((name) => /\d/.test(name))
          .toSorted((a, b) => Number(/\d+/.exec(b)?.[0]) - Number(/\d+/.exec(a)?.[0]))
          .map((name) => join(parent, name, below))
      : [];
  const folders = [
    ...versions('/usr/lib/postgresql', 'bin'),
    ...versions('/opt/homebrew/opt', 'bin'),
    ...versions('/Applications/Postgres.app/Contents/Versions', 'bin'),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

/** Takes Debian's, where that is possible. */
function installed() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  process.stderr.write('Installing PostgreSQL for the tests …\n');
  const options = { stdio: ['ignore', 2, 2], timeout: 5 * MINUTE_MS };
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { ...options, env });
  const packages = ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'];
  spawnSync('apt-get', packages, { ...options, env });
  return findBinaries();
}

/** PostgreSQL does not run as root. */
function ownerOf() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim());
  return { uid: id('-u'), gid: id('-g') };
}

async function ready(bin, port, failed) {
  const end = Date.now() + MINUTE_MS;
  const ask = () =>
    spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status;
  while (ask() !== 0) {
    const log = failed();
    if (log !== undefined) throw new Error(`PostgreSQL did not start: ${log}`);
    if (Date.now() > end) throw new Error('PostgreSQL did not start within a minute');
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}
