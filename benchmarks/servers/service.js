import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeBinary } from './node.js';
import { printed, run, start } from '../processes.js';

/** Eight kilobytes: fewer than a dozen links. */
const TINY_CACHE_MEGABYTES = 1 / 128;
const WITH_CACHE = fileURLToPath(new URL('./service-process.js', import.meta.url));
const MAIN = fileURLToPath(new URL('../../server/dist/program/main.js', import.meta.url));
const DATABASE = 'bench.db';

/** Returns the database file in a folder. */
export function databaseFile(folder) {
  return join(folder, DATABASE);
}

/** Settings in the environment must not reach the service, except for the size of its cache. */
function environment(folder, settings) {
  const { PATH, HOME, TMPDIR, SystemRoot, CACHE_MEGABYTES } = process.env;
  const kept = { PATH, HOME, TMPDIR, SystemRoot, CACHE_MEGABYTES };
  return {
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
    DATABASE_URL: `sqlite:${databaseFile(folder)}`,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    ...settings,
  };
}

/**
 * A running server to measure, with its database if that is a separate server.
 * @typedef {{ child: import('node:child_process').ChildProcess, pid: number, port: number,
 *   databasePid?: number }} Server
 */

/**
 * Starts the service on the database of a folder, or on the one in `settings`. The tokens are only known if
 * the database is new.
 * @returns {Promise<Server & { token?: string, platformToken?: string }>}
 */
export function startService(folder, settings = {}) {
  return startProgram([MAIN, 'serve'], folder, settings);
}

/** Starts the service with a cache of this size, or one that holds hardly any link. */
export function startWithCache(folder, settings, megabytes, { flags = [], stdio } = {}) {
  return startProgram([...flags, WITH_CACHE, String(megabytes)], folder, settings, stdio);
}

export function startWithTinyCache(folder, settings) {
  return startWithCache(folder, settings, TINY_CACHE_MEGABYTES);
}

/** Starts a program that prints its address as the service does. */
async function startProgram(args, folder, settings, stdio = ['ignore', 'pipe', 'inherit']) {
  const env = environment(folder, settings);
  const child = start(nodeBinary(), args, { cwd: folder, env, stdio });
  const { match, output } = await printed(child, /is listening on http:\/\/[^\s/]*:(\d+)/);
  // Its output is not a terminal, so the tokens of the first app are in a file.
  const file = /^ {2}(\S+first-start\S*\.txt)$/m.exec(output)?.[1];
  const welcome = file === undefined ? '' : readFileSync(file, 'utf8');
  const [token] = /\bsl_server_\w+/.exec(welcome) ?? [];
  const [platformToken] = /\bsl_web_\w+/.exec(welcome) ?? [];
  return { child, pid: child.pid, port: Number(match[1]), token, platformToken };
}

/** Applies an apply file to a database. */
export async function applySetup(folder, setup, settings = {}) {
  const file = join(folder, 'apply.json');
  writeFileSync(file, JSON.stringify(setup));
  await runCommand(folder, ['apply', file], settings);
}

/** Runs a command on the database of a folder; returns its output. */
export function runCommand(folder, args, settings = {}) {
  const env = environment(folder, settings);
  return run(nodeBinary(), [MAIN, ...args], { cwd: folder, env });
}
