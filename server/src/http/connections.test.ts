import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connections } from './connections.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

test('a connection with an unread response is closed, one with a slow response is not', async () => {
  const large = Buffer.alloc(20 * 1024 * 1024);
  const server = createServer((_request, response) => void response.end(large));
  const slow = createServer((_request, response) => {
    response.write('a');
    setTimeout(() => response.end('b'), 3000);
  });
  const ports: number[] = [];
  for (const one of [server, slow]) {
    new Connections(300).watch(one);
    one.listen(0, '127.0.0.1');
    await once(one, 'listening');
    ports.push((one.address() as AddressInfo).port);
  }
  const [unread, waiting] = ports.map((port) => connect(port, '127.0.0.1'));
  assert.ok(unread && waiting);
  unread.on('error', () => undefined);
  unread.write(REQUEST);
  waiting.write(REQUEST);
  let text = '';
  waiting.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const count = (): Promise<number> =>
    new Promise((done) => server.getConnections((_error, open) => done(open)));
  await once(server, 'request');
  while ((await count()) > 0) await sleep(20);
  while (!/b\r\n0\r\n/.test(text)) await sleep(20);
  for (const one of [unread, waiting]) one.destroy();
  for (const one of [server, slow]) one.close();
});
