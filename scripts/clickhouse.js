import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homeOf, takeFromNpm } from './npm-cache.js';

// A ClickHouse server for the tests: npm's `chdb` in a process of its own, stopped with the tests.

/** The program of ClickHouse 26.7 (546 MB unpacked). */
const [NAME, VERSION] = ['chdb', '3.4.0'];
const FRONT = fileURLToPath(new URL('clickhouse-front.js', import.meta.url));

/**
 * @typedef {object} ClickHouseServer
 * @property {string} url without a database
 * @property {(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => void} signal
 * @property {() => Promise<void>} stop and remove its folder
 */

/**
 * Starts a server; undefined if it cannot be installed.
 * @returns {Promise<ClickHouseServer | undefined>}
 */
export async function startClickHouse() {
  const home = homeOf(NAME, VERSION);
  takeFromNpm(home, NAME, VERSION, (folder) => existsSync(join(folder, 'node_modules', NAME)));
  if (!existsSync(home)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'smartlink-clickhouse-'));
  const child = spawn(process.execPath, [FRONT, home, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = new Promise((done) => child.once('exit', done));
  const port = await new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(Number(chunk)));
    child.once('exit', (code) => reject(new Error(`ClickHouse ended with ${code}`)));
  });
  return {
    url: `clickhouse://default@127.0.0.1:${port}`,
    signal: (signal) => child.kill(signal),
    async stop() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
