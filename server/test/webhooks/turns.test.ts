import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { SLOTS } from '../../src/domain/webhook/turns.ts';
import { afterAll, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { startReceiver, startSender, type Receiver } from './receiver.ts';

/** A large part of what an attempt can take. On a busy machine, a response comes later. */
const SLOW_MS = 12_000;
/** The most that an app can have. */
const WEBHOOKS = 10;
/** Of each app with slow receivers; ten are sent to a webhook at a time. */
const EVENTS = 90;
const CONCURRENCY = 10;

interface App {
  /** Of the server. */
  readonly token: string;
  /** The id of each of its webhooks, by the path to which it sends. */
  readonly webhooks: ReadonlyMap<string, string>;
}

/** All slots have webhooks whose receivers are slow, with more events than can be sent in a minute. */
describe('webhooks with slow receivers', () => {
  let service: Service;
  let slow: Receiver;
  const slowApps: App[] = [];
  let apps = 0;
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  before(async () => {
    process.on('warning', onWarning);
    afterAll(() => void process.off('warning', onWarning));
    service = await startSender();
    slow = await startReceiver();
    slow.respond(() => ({ afterMs: SLOW_MS }));
    while (slowApps.length * WEBHOOKS < SLOTS) {
      slowApps.push(await newApp(Array.from({ length: WEBHOOKS }, () => slow)));
    }
    for (const app of slowApps) await createLinks(app, EVENTS);
    await slow.until(SLOTS * CONCURRENCY);
  });

  /** A new app that sends its events to these receivers, with a path for each of its webhooks. */
  const newApp = async (receivers: readonly Receiver[]): Promise<App> => {
    const { app, tokens } = await createApp(service.app.ctx, `shop-${++apps}`);
    const token = tokens.server;
    const webhooks = new Map<string, string>();
    for (const [index, receiver] of receivers.entries()) {
      const body = { url: `${receiver.url}/${app.name}/${index}` };
      const { json } = await service.request('POST', '/manage/v1/webhooks', { body, token });
      webhooks.set(new URL(body.url).pathname, json.webhook_id);
    }
    await service.app.catchUp();
    return { token, webhooks };
  };
  const createLinks = ({ token }: App, count: number): Promise<unknown> =>
    Promise.all(
      Array.from({ length: count }, () =>
        service.request('POST', '/v2/smartlinks', { body: { uri: 'a' }, token }),
      ),
    );
  /** How often each event was sent to each of the webhooks, by path and id. */
  const sent = (): Map<string, number> => {
    const times = new Map<string, number>();
    for (const { path, id } of slow.requests) {
      const key = `${path} ${id}`;
      times.set(key, (times.get(key) ?? 0) + 1);
    }
    return times;
  };
  const isBusy = (): boolean => sent().size < SLOTS * EVENTS;

  /** How many attempts to send an event to the webhook with this path took too long, by its log. */
  const timeouts = async (path: string, event: string): Promise<number> => {
    const { token, webhooks } = slowApps.find((app) => app.webhooks.has(path)) ?? assert.fail(path);
    const delivery = `/manage/v1/webhooks/${webhooks.get(path)}/deliveries/${event}`;
    const { json } = await service.request('GET', delivery, { token });
    const log = json.log as readonly { readonly error: string | null }[];
    return log.filter(({ error }) => error?.startsWith('no complete response within')).length;
  };

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
    await eventually('all have arrived', () => sent().size >= all, 90_000);
    const webhooksOf = new Map<string, number>();
    for (const [key, times] of sent()) {
      const [path = '', id = ''] = key.split(' ');
      webhooksOf.set(id, (webhooksOf.get(id) ?? 0) + 1);
      // On a machine that pauses, a response can come after the time limit of its attempt.
      if (times > 1) assert.ok(times <= 1 + (await timeouts(path, id)), `${key}: ${times} times`);
    }
    assert.equal(webhooksOf.size, slowApps.length * EVENTS);
    assert.deepEqual(new Set(webhooksOf.values()), new Set([WEBHOOKS]));
  });

  it('do not look like a leak to Node.js', () => {
    assert.deepEqual(
      warnings.filter(({ name }) => name === 'MaxListenersExceededWarning'),
      [],
    );
  });
});
