import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { afterAll, startService } from '../harness.ts';
import { eventually } from '../processes.ts';

const service = await startService();

/** Only a closed connection responds to data with a reset. */
const isClosed = (socket: Socket) => async (): Promise<boolean> => {
  if (!socket.destroyed) socket.write('\r\n');
  return socket.destroyed;
};

function open(): Socket {
  const socket = connect({
    port: Number(new URL(service.url).port),
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  socket.on('error', () => undefined);
  afterAll(() => socket.destroy());
  return socket;
}

describe('a connection', () => {
  it('is closed after an invalid request, also if the client keeps its side open', async () => {
    const socket = open();
    socket.write('no request\r\n\r\n');
    socket.resume();
    await once(socket, 'end');
    assert.ok(socket.writable);
    await eventually('it is closed', isClosed(socket));
  });

  it('answers many requests that a client sends at once if it reads them', async () => {
    const socket = open();
    const count = 500;
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));
    await eventually(
      'all are answered',
      async () => text.split('HTTP/1.1 200').length === count + 1,
    );
  });
});
