import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { ATTEMPT_TIMEOUT_MS, sendEvent } from '../src/jobs/webhooks/send.ts';
import { afterAll } from './harness.ts';
import { eventually } from './processes.ts';

/** How receivers can hold a connection: each must end within the same time. */
const RECEIVERS: Readonly<Record<string, (socket: Socket) => void>> = {
  'does not respond': () => undefined,
  'sends headers without an end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    drip(socket, 'x: y\r\n');
  },
  'sends a body without an end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    drip(socket, 'y');
  },
  'announces more than it sends': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nyes');
  },
};

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 1000);
  socket.on('close', () => clearInterval(timer));
}

describe('an attempt', { concurrency: true }, () => {
  const never = new AbortController().signal;
  for (const [what, hold] of Object.entries(RECEIVERS)) {
    it(`to a receiver that ${what} fails in time`, async () => {
      let closed = false;
      const server = createServer((socket) => {
        socket.on('error', () => undefined).on('close', () => (closed = true));
        // What was sent is read, so that the end of the connection is noticed.
        socket.resume();
        hold(socket);
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      afterAll(() => void server.close());
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const event = { id: 'evt_a', payload: '{}' };
      const target = { url, secrets: [], reach: { isPublicOnly: false } };
      const result = await sendEvent(target, event, Date.now, never);
      assert.equal(result?.error, `no complete response within ${ATTEMPT_TIMEOUT_MS / 1000} s`);
      assert.equal(result.status, null);
      assert.ok(result.durationMs >= ATTEMPT_TIMEOUT_MS - 100);
      await eventually('the connection is closed', () => closed);
    });
  }
});
