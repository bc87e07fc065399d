import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { afterAll } from '../harness.ts';
import { eventually } from '../processes.ts';
import { makeWebhook, startReceiver, startSender } from './receiver.ts';

/** A parameter of the query for the clicks of an app. */
const QUERY = 'param_app=';

test('events are sent while the click store does not respond to a summary', async () => {
  const asked: Socket[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (text) => {
      if (String(text).includes(QUERY)) asked.push(socket);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const service = await startSender({ CLICKS_URL: `clickhouse://default@127.0.0.1:${port}` });
  const receiver = await startReceiver();
  await makeWebhook(service, { url: receiver.url, types: ['clicks.summary', 'link.created'] });
  await eventually('a summary reads the clicks', () => asked.length > 0);
  await service.create({ uri: 'a' });
  const [socket] = asked;
  assert.ok(socket);
  await receiver.until(1);
  assert.ok(sockets.has(socket), 'the summary still waits');
});
