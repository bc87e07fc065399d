import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './find-browser.ts';
import { browserFromNpm, cachedBrowser } from './npm-browser.ts';

/** The longest time to install, and to wait for another test file that is installing. */
const MAX_WAIT_MS = 180_000;
/** Each user has a separate lock, because one user cannot remove the stale lock of another. */
const LOCK = join(tmpdir(), `smartlink-installs-chromium-${process.getuid?.() ?? ''}`);

/** The browser without windows. */
const DEBIAN_PACKAGE = 'chromium-headless-shell';

/**
 * Returns a browser that an earlier run took from npm, otherwise one from Debian, otherwise one
 * from npm. It blocks, because no suite can start before it is known whether there is a browser.
 * Test files run in parallel, but only one of them installs the browser.
 *
 * As root, it tries Debian before npm. All checkouts share Debian's up-to-date browser, while
 * `npm ci` deletes what npm stored below node_modules. Only root can install Debian packages.
 */
export function installBrowser(): string | undefined {
  const end = Date.now() + MAX_WAIT_MS;
  while (!lock()) {
    if (Date.now() > end) return undefined;
    pause(500);
  }
  try {
    return findBrowser() ?? cachedBrowser() ?? fromDebian() ?? browserFromNpm();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

/**
 * Takes the lock if it is free. Removes a lock that is too old, because its process has probably
 * crashed.
 */
function lock(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    try {
      if (Date.now() - statSync(LOCK).mtimeMs > MAX_WAIT_MS) rmdirSync(LOCK);
    } catch {
      // The other process has just released the lock.
    }
    return false;
  }
}

function fromDebian(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  if (!succeeds('apt-get', ['--version'], 'ignore')) return undefined;
  process.stderr.write('Installing Chromium for the browser tests (once) …\n');
  const done =
    succeeds('apt-get', ['-qq', 'update']) &&
    succeeds('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', DEBIAN_PACKAGE]);
  return done ? findBrowser() : undefined;
}

/** Returns whether the program succeeds in time. Its output goes to standard error. */
function succeeds(program: string, args: string[], output: 'ignore' | 2 = 2): boolean {
  const { status } = spawnSync(program, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', output, output],
    timeout: MAX_WAIT_MS / 2,
  });
  return status === 0;
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
