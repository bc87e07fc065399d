import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { afterAll, PROGRAM, temporaryFolder } from './harness.ts';
import { accepts, eventually, freePort } from './processes.ts';
import { newMigratedStore } from './store.ts';

it('the service does not end with the reader of its output', async () => {
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { PATH: process.env.PATH, PORT, DATABASE_URL: await newMigratedStore() },
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: temporaryFolder(),
  });
  afterAll(() => child.kill('SIGKILL'));
  child.stdout.destroy();
  await eventually('it listens', () => accepts(url));
  // It prints the first app now, then that it listens.
  const ready = async () => (await fetch(`${url}/health/ready`)).status === 200;
  await eventually('it is ready', ready);
  await assert.rejects(once(child, 'exit', { signal: AbortSignal.timeout(2000) }));
  assert.ok(await ready());
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
