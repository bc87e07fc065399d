import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { before, describe, it } from 'node:test';
import { fetchPage } from '../../src/actions/social/fetch-page.ts';
import { sendEvent } from '../../src/jobs/webhooks/send.ts';
import { afterAll } from '../harness.ts';
import { eventually } from '../processes.ts';

const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
const reach = { isPublicOnly: false };
const never = new AbortController().signal;

/** To read thousands of them takes the time of visits. */
describe('a server that sends informational responses without end', () => {
  let url: string;
  let answers = '';
  const sockets = new Set<Socket>();
  before(async () => {
    const server = createServer((socket) => {
      sockets.add(socket);
      const flood = (): void => {
        while (!socket.destroyed && socket.write(answers));
      };
      socket
        .on('error', () => undefined)
        .on('close', () => sockets.delete(socket))
        .on('drain', flood)
        .once('data', flood);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    afterAll(() => void server.close());
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });

  const sent = () =>
    sendEvent(
      { url, secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw'], reach },
      { id: 'evt_1', payload: '{}' },
      Date.now,
      never,
    );

  it('gets no time: the connection is closed', async () => {
    answers = HINTS.repeat(1000);
    assert.equal((await sent())?.error, 'the connection failed (ECONNRESET)');
    assert.equal(await fetchPage(url, reach, never), undefined);
    await eventually('its connections are closed', () => sockets.size === 0);
  });

  it('is accepted with few of them', async () => {
    answers = `${HINTS.repeat(5)}HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n`;
    assert.equal((await sent())?.status, 204);
    for (const socket of sockets) socket.destroy();
  });
});
