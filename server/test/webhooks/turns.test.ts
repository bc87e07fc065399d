import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { SLOTS } from '../../src/domain/webhook/turns.ts';
import type { Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { startReceiver, startSender, type Receiver } from './receiver.ts';

/** A large part of what an attempt can take. On a busy machine, a response comes later. */
const SLOW_MS = 12_000;
/** The most that an app can have. */
const WEBHOOKS = 10;
/** Of each app with slow receivers; ten are sent to a webhook at a time. */
const EVENTS = 60;
const CONCURRENCY = 10;

/** All slots have webhooks whose receivers are slow, with more events than can be sent in a minute. */
describe('webhooks with slow receivers', () => {
  let service: Service;
  let slow: Receiver;
  const slowTokens: string[] = [];
  let apps = 0;
  before(async () => {
    service = await startSender();
    slow = await startReceiver();
    slow.respond(() => ({ afterMs: SLOW_MS }));
    while (slowTokens.length * WEBHOOKS < SLOTS) {
      slowTokens.push(await newApp(Array.from({ length: WEBHOOKS }, () => slow)));
    }
    for (const token of slowTokens) await createLinks(token, EVENTS);
    await slow.until(SLOTS * CONCURRENCY);
  });

  /** Returns the server token of an app that sends its events to these receivers. */
  const newApp = async (receivers: readonly Receiver[]): Promise<string> => {
    const { tokens } = await createApp(service.app.ctx, `shop-${++apps}`);
    const token = tokens.server;
    for (const { url } of receivers) {
      await service.request('POST', '/manage/v1/webhooks', { body: { url }, token });
    }
    await service.app.catchUp();
    return token;
  };
  const createLinks = (token: string, count: number): Promise<unknown> =>
    Promise.all(
      Array.from({ length: count }, () =>
        service.request('POST', '/v2/smartlinks', { body: { uri: 'a' }, token }),
      ),
    );
  const isBusy = (): boolean => slow.requests.length < SLOTS * EVENTS;

  it('do not delay the events of another app', async () => {
    const receiver = await startReceiver();
    await createLinks(await newApp([receiver]), 1);
    await receiver.until(1);
    assert.ok(isBusy());
  });

  it('do not keep their slots while others wait', async () => {
    const receivers = await Promise.all(Array.from({ length: WEBHOOKS }, startReceiver));
    for (const receiver of receivers) receiver.respond(() => ({ afterMs: SLOW_MS }));
    await createLinks(await newApp(receivers), EVENTS);
    const all = (): boolean => receivers.every(({ requests }) => requests.length > 0);
    await eventually('each webhook gets a turn', all, 30_000);
    assert.ok(isBusy());
  });

  it('get all events once, in several turns', async () => {
    slow.respond(() => ({}));
    const all = SLOTS * EVENTS;
    await eventually('all have arrived', () => slow.requests.length >= all, 90_000);
    const times = new Map<string, number>();
    for (const { id } of slow.requests) times.set(id, (times.get(id) ?? 0) + 1);
    assert.deepEqual(new Set(times.values()), new Set([WEBHOOKS]));
  });
});
