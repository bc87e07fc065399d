import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import { fetchPage } from '../../src/actions/social/fetch-page.ts';
import { afterAll } from '../harness.ts';
import { eventually } from '../processes.ts';
import { makeWebhook, startSender } from './receiver.ts';

const HEAD = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n';
/** A stop waits two seconds for attempts. */
const STOPPED_MS = 20_000;

describe('a server that switches to another protocol', () => {
  let url: string;
  before(async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.write(HEAD));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    afterAll(() => void server.close());
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });

  it('ends an attempt, which is logged as a failure, and does not delay a stop', async () => {
    const service = await startSender();
    const { webhook_id } = await makeWebhook(service, { url });
    await service.create({ uri: 'a' });
    const shown = async (rest: string) =>
      (await service.request('GET', `/manage/v1/webhooks/${webhook_id}/deliveries${rest}`)).json;
    let stopped = false;
    try {
      await eventually('it is logged', async () => {
        const [one] = (await shown('')).deliveries;
        // On a slow machine, the first retry can have ended too.
        return one?.attempts >= 1;
      });
      const [{ event_id }] = (await shown('')).deliveries;
      const { log, state } = await shown(`/${event_id}`);
      assert.equal(state, 'pending');
      assert.deepEqual([log[0].status, log[0].error], [null, 'the connection failed (ECONNRESET)']);
    } finally {
      void service.stop().then(() => (stopped = true));
      await eventually('the service stops', () => stopped, STOPPED_MS);
    }
  });

  it('ends the request of a page', async () => {
    const never = new AbortController().signal;
    const late = new Promise((done) => setTimeout(done, STOPPED_MS, 'late').unref());
    assert.equal(
      await Promise.race([fetchPage(url, { isPublicOnly: false }, never), late]),
      undefined,
    );
  });
});
