import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { EventStream } from './event-stream.ts';

test('a client that does not read is disconnected, and little is kept in memory for it', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const requested = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const answered = new Promise<IncomingMessage>((resolve) => {
    get({ port, host: '127.0.0.1', agent: false }, resolve).on('error', () => undefined);
  });
  const [, response] = await requested;
  const stream = new EventStream(response, {});
  const client = await answered;
  client.pause();
  client.on('error', () => undefined);
  let most = 0;
  // The system takes some megabytes before the first byte waits here.
  for (let events = 0; events < 100_000 && !response.destroyed; events++) {
    stream.send('clicks', '1-1-1', { text: 'x'.repeat(1000) });
    most = Math.max(most, response.writableLength);
    if (events % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(response.destroyed);
  assert.ok(most < 70_000, `${most} bytes`);
  // What comes later has no effect.
  stream.send('clicks', '2-1-1', {});
  stream.sendHeartbeat();
  stream.end();
  client.destroy();
  server.close();
  server.closeAllConnections();
});
