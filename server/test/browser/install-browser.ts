import { spawnSync } from 'node:child_process';
import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './find-browser.ts';

/** Both for installing and for waiting until another test file has. */
const PATIENCE_MS = 180_000;
const LOCK = join(tmpdir(), 'smartlink-installs-chromium');

/**
 * Debian's Chromium, where this process may install it. Blocks: nothing can begin before it is known
 * whether there is a browser. Test files run beside each other, but it is installed once.
 */
export function installBrowser(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  if (!endsWell('apt-get', ['--version'], 'ignore')) return undefined;
  const end = Date.now() + PATIENCE_MS;
  while (!lock()) {
    if (Date.now() > end) return undefined;
    pause(500);
  }
  try {
    return findBrowser() ?? install();
  } finally {
    rmdirSync(LOCK);
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

function install(): string | undefined {
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
