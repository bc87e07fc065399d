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
  let isWaiting = false;
  // On a machine that pauses, the statement can reach its time limit before the event has arrived.
  for (let round = 1; round <= 3 && !isWaiting; round++) {
    const waiting = () => asked.find((one) => sockets.has(one));
    await eventually('a summary reads the clicks', () => waiting() !== undefined);
    const socket = waiting();
    assert.ok(socket);
    await service.create({ uri: 'a' });
    await receiver.until(round);
    isWaiting = sockets.has(socket);
  }
  assert.ok(isWaiting, 'the summary still waits');
});
