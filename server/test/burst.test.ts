import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { spawnService } from './harness.ts';
import { eventually } from './processes.ts';
import { newMigratedStore } from './store.ts';

/** Some kernels allow fewer waiting connections. */
const ALLOWED = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
const CLIENTS = Math.min(2000, ALLOWED);
const REQUEST = 'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

describe('clients that connect at once', () => {
  const sockets: Socket[] = [];
  after(() => sockets.forEach((socket) => socket.destroy()));

  test('wait for a process that is busy, and are answered', async () => {
    const { child, url } = await spawnService({ DATABASE_URL: await newMigratedStore() });
    const port = Number(new URL(url).port);
    let [connected, answered] = [0, 0];
    child.kill('SIGSTOP');
    for (let i = 0; i < CLIENTS; i++) {
      const socket = connect(port, '127.0.0.1', () => {
        connected++;
        socket.write(REQUEST);
      });
      socket.once('data', (data) => {
        if (data.toString().startsWith('HTTP/1.1 200')) answered++;
      });
      sockets.push(socket);
    }
    await eventually('all are connected', () => connected === CLIENTS);
    assert.equal(answered, 0);
    child.kill('SIGCONT');
    await eventually('all are answered', () => answered === CLIENTS);
  });
});
