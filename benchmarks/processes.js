import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { diskFolder } from './disk.js';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const HARD_STOP_MS = 60_000;

/** @type {Set<ChildProcess>} */
const running = new Set();
/** Programs that are being stopped: their output is ignored. */
const stopping = new WeakSet();
/** @type {string | undefined} */
let scratch;

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  if (scratch === undefined) return;
  try {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    process.stderr.write(`${scratch} could not be removed: ${error.message}\n`);
  }
});
for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
  process.on(signal, () => process.exit(128 + number));
}

/** Starts a program that ends with this one, even if this one crashes. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

/** Stops a program and waits until it has exited. */
export async function stop(child) {
  if (!running.has(child)) return;
  const gone = once(child, 'exit');
  stopping.add(child);
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), HARD_STOP_MS);
  await gone;
  clearTimeout(timer);
}

/** Runs a program until it exits; returns its output. Throws if it fails. */
export async function run(command, args, options = {}) {
  const child = start(command, args, options);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
  const [code, signal] = await once(child, 'close');
  if (code === 0) return output;
  throw new Error(`${command} ended with ${signal ?? `exit code ${code}`}\n${output}`);
}

/**
 * Waits until a program prints a line that matches `pattern`; returns the match and all output so far. Later
 * output goes to standard error.
 */
export function printed(child, pattern, onLine = (line) => void line) {
  return new Promise((resolve, reject) => {
    let output = '';
    let found = false;
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`it ended with exit code ${code}\n${output}`)));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      if (found && !stopping.has(child)) process.stderr.write(text);
      if (found) return;
      output += text;
      for (const line of text.split('\n')) onLine(line);
      const match = pattern.exec(output);
      if (!match) return;
      found = true;
      resolve({ match, output });
    });
  });
}

/** The folder of this run, on a disk; removed at the end. */
export function scratchFolder() {
  scratch ??= mkdtempSync(join(diskFolder(), 'smartlink-bench-'));
  return scratch;
}

let paths = 0;

/** Returns a path in that folder that does not exist yet. */
export function newPath(name) {
  return join(scratchFolder(), `${name}-${++paths}`);
}
