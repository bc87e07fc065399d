import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { afterAll, PROGRAM, spawnService, temporaryFolder } from '../harness.ts';

/** Each request has a line. */
const LOG_LEVEL = 'debug';

async function answered(url: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 50) {
    const some = Array.from({ length: 50 }, () => fetch(`${url}/health/live`));
    for (const { status } of await Promise.all(some)) assert.equal(status, 200);
  }
}

describe('a log', () => {
  // Pipes hold 64 KiB.
  it('that is not read delays no request', { timeout: 120_000 }, async () => {
    const service = await spawnService({ LOG_LEVEL });
    service.child.stderr?.pause();
    await answered(service.url, 2000);
    service.child.stderr?.resume();
    assert.equal(await service.stop(), 0);
  });

  it('on a full disk ends nothing', { timeout: 120_000 }, async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [PROGRAM, 'serve'], {
      env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL },
      stdio: ['ignore', 'pipe', full],
      cwd: temporaryFolder(),
    });
    closeSync(full);
    afterAll(() => child.kill('SIGKILL'));
    const exited = new Promise((done) => child.once('exit', done));
    for await (const line of createInterface(child.stdout as Readable)) {
      const url = /is listening on (http:\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      await answered(url, 100);
      break;
    }
    child.kill('SIGTERM');
    assert.equal(await exited, 0);
  });
});
