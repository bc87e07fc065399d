import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connections } from './connections.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const UNREAD_MS = 300;
const LARGE = Buffer.alloc(20 * 1024 * 1024);

/** Sends a request to a server with this handler; nothing of the response is read yet. */
async function requested(
  context: TestContext,
  handler: RequestListener,
): Promise<{ server: Server; socket: Socket }> {
  const server = createServer(handler);
  context.after(() => server.close());
  new Connections(UNREAD_MS).watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  context.after(() => socket.destroy());
  socket.on('error', () => undefined);
  socket.write(REQUEST);
  await once(server, 'request');
  return { server, socket };
}

const LIMIT = { timeout: 60_000 };

test('a connection with an unread response is closed', LIMIT, async (context) => {
  const { server } = await requested(context, (_request, response) => void response.end(LARGE));
  const count = (): Promise<number> =>
    new Promise((done) => server.getConnections((_error, open) => done(open)));
  while ((await count()) > 0) await sleep(20);
});

test('a connection whose client reads late and then waits stays open', LIMIT, async (context) => {
  const { socket } = await requested(context, (_request, response) => {
    response.write(LARGE, () => setTimeout(() => response.end('the rest'), 4 * UNREAD_MS));
  });
  // By now, the time of the connection has begun.
  await sleep(UNREAD_MS / 2);
  let end = '';
  socket.on('data', (chunk: Buffer) => (end = (end + chunk.toString('latin1')).slice(-100)));
  while (!end.includes('the rest') && !socket.destroyed) await sleep(20);
  assert.match(end, /the rest/);
});
