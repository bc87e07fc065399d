import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { sendEvent } from '../../src/jobs/webhooks/send.ts';
import { startReceiver } from './receiver.ts';

const EVENT = { id: 'evt_1', payload: '{}' };
const SECRETS = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw'];
const reach = { isPublicOnly: false };

test('attempts leave nothing at the signal that ends them when the service stops', async () => {
  const { signal } = new AbortController();
  const target = { url: 'https://127.0.0.1:9/', secrets: SECRETS, reach: { isPublicOnly: true } };
  for (let attempt = 0; attempt < 200; attempt++) {
    const result = await sendEvent(target, EVENT, Date.now, signal);
    assert.equal(result?.error, 'the host leads to an address that is not public');
  }
  for (const symbol of Object.getOwnPropertySymbols(signal)) {
    const value: unknown = Reflect.get(signal, symbol);
    if (value instanceof Map || value instanceof Set) assert.ok(value.size < 10, String(symbol));
  }
});

test('the scheme of an address can have capital letters', async () => {
  const { signal } = new AbortController();
  const errorOf = async (url: string): Promise<string | null | undefined> => {
    const target = { url, secrets: SECRETS, reach: { isPublicOnly: true } };
    return (await sendEvent(target, EVENT, Date.now, signal))?.error;
  };
  const notPublic = await errorOf('https://127.0.0.1:9/');
  assert.equal(await errorOf('HTTPS://127.0.0.1:9/'), notPublic);
  assert.notEqual(await errorOf('http://127.0.0.1:9/'), notPublic);
});

test('an attempt ends when the service stops', async () => {
  const receiver = await startReceiver();
  receiver.respond(() => ({ silent: true }));
  const stop = new AbortController();
  const target = { url: receiver.url, secrets: SECRETS, reach };
  const sent = sendEvent(target, EVENT, Date.now, stop.signal);
  await receiver.until(1);
  stop.abort();
  assert.equal(await Promise.race([sent, sleep(10_000, 'late')]), undefined);
  assert.equal(await sendEvent(target, EVENT, Date.now, stop.signal), undefined);
  assert.equal(receiver.requests.length, 1);
});
