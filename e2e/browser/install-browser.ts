import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './find-browser.ts';
import { browserFromNpm, cachedBrowser } from './npm-browser.ts';

/** Both for installing and for waiting until another test file has. */
const PATIENCE_MS = 180_000;
/** Each user has one: what another has left behind could not be removed. */
const LOCK = join(tmpdir(), `smartlink-installs-chromium-${process.getuid?.() ?? ''}`);

/**
 * One that an earlier run took from npm, else Debian's, else npm's. Blocks: nothing can begin before it
 * is known whether there is a browser. Test files run beside each other, but it is installed once.
 *
 * As root, Debian's comes before npm's: it is the whole browser that people have, it is up to date, and
 * every checkout has it, while `npm ci` throws away what is below node_modules. Everybody else may not
 * install it.
 */
export function installBrowser(): string | undefined {
  const end = Date.now() + PATIENCE_MS;
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

/** Takes the lock, if nobody has it; one that is too old was left behind. */
function lock(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    try {
      if (Date.now() - statSync(LOCK).mtimeMs > PATIENCE_MS) rmdirSync(LOCK);
    } catch {
      // It has just been given back.
    }
    return false;
  }
}

function fromDebian(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  if (!endsWell('apt-get', ['--version'], 'ignore')) return undefined;
  process.stderr.write('Installing Chromium for the browser tests (once) …\n');
  const done =
    endsWell('apt-get', ['-qq', 'update']) &&
    endsWell('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'chromium']);
  return done ? findBrowser() : undefined;
}

/** Runs a program; did it end well, and in time? Its output goes to standard error. */
function endsWell(program: string, args: string[], output: 'ignore' | 2 = 2): boolean {
  const { status } = spawnSync(program, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', output, output],
    timeout: PATIENCE_MS / 2,
  });
  return status === 0;
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
