import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import {
  makeWebhook,
  startReceiver,
  startSender,
  verify,
  type MadeWebhook,
  type Receiver,
} from './receiver.ts';

const EVENTS = 30;
/** Attempts at the same time. */
const AT_ONCE = 10;

describe('a webhook that is changed while many events are sent', () => {
  let service: Service;
  let receiver: Receiver;
  let webhook: MadeWebhook;
  before(async () => {
    service = await startSender();
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    webhook = await makeWebhook(service, { url: receiver.url });
  });
  afterEach(() => service.request('DELETE', path()));

  const path = (rest = ''): string => `/manage/v1/webhooks/${webhook.webhook_id}${rest}`;
  /** Changes the webhook during the first attempts, which then succeed. */
  const duringFirst = async (
    method: 'PATCH' | 'POST',
    rest: string,
    body: object,
  ): Promise<Partial<MadeWebhook>> => {
    let respond = (): void => undefined;
    const after = new Promise<void>((done) => (respond = done));
    receiver.respond(() => ({ after }));
    await Promise.all(Array.from({ length: EVENTS }, (_, n) => service.create({ uri: `m/${n}` })));
    await receiver.until(AT_ONCE);
    const { status, json } = await service.request(method, path(rest), { body });
    assert.equal(status, 200);
    respond();
    return json as Partial<MadeWebhook>;
  };

  it('is sent nothing any more after it was disabled', async () => {
    await duringFirst('PATCH', '', { state: 'disabled' });
    await eventually('the attempts are logged', async () => {
      const { json } = await service.request('GET', path('/deliveries?state=delivered'));
      return json.deliveries.length >= AT_ONCE;
    });
    await new Promise((done) => setTimeout(done, 700));
    assert.equal(receiver.requests.length, AT_ONCE);
  });

  it('is sent only what its new secret signs after the old one was replaced', async () => {
    const { secret = '' } = await duringFirst('POST', '/secret', { old_secret_hours: 0 });
    assert.notEqual(secret, webhook.secret);
    for (const request of (await receiver.until(EVENTS)).slice(AT_ONCE)) verify(secret, request);
  });
});
