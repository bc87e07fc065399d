import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { distributeEvents } from '../../src/actions/webhooks/distribute-events.ts';
import { MOST_DUE } from '../../src/storage/webhooks/backlog.ts';
import { appendEvent } from '../../src/storage/webhooks/events.ts';
import { takeTurn } from '../../src/storage/webhooks/progress.ts';
import { waitingDeliveries } from '../../src/storage/webhooks/waiting.ts';
import type { Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import {
  makeWebhook,
  startReceiver,
  startSender,
  type MadeWebhook,
  type Received,
  type Receiver,
} from './receiver.ts';

const LINKS = MOST_DUE + 600;
/** As many as are created with a request each. */
const SINGLE = 400;
const RENAMED = 20;
const PAUSE_SECONDS = 3600;

/** A webhook whose receiver asked for a pause, while more events happen than it has deliveries. */
describe('a backlog', () => {
  let service: Service;
  let receiver: Receiver;
  let webhook: MadeWebhook;
  let codes: string[];
  let skipped = 0;

  const path = (rest = ''): string => `/manage/v1/webhooks/${webhook.webhook_id}${rest}`;
  const rows = async (sql: string): Promise<number> => {
    const [row] = await service.app.ctx.db.all<{ n: number }>(`select count(*) as n from ${sql}`);
    return Number(row?.n);
  };
  const rename = (code: string, name: string) =>
    service.request('PATCH', `/manage/v1/smartlinks/${code}`, { body: { name } });
  const distributed = () =>
    eventually(
      'webhooks were given all events',
      async () => (await rows('webhook_new_events')) === 0,
      30_000,
    );
  const endPause = (): void => void (skipped += PAUSE_SECONDS * 1000 + 1000);

  beforeEach(async () => {
    skipped = 0;
    service = await startSender({}, { now: () => Date.now() + skipped });
    receiver = await startReceiver();
    webhook = await makeWebhook(service, { url: receiver.url });
    receiver.respond(() => ({ status: 429, headers: { 'retry-after': String(PAUSE_SECONDS) } }));
    await service.create({ uri: 'first' });
    await receiver.until(1);
    receiver.respond(() => ({}));
    codes = [];
    // Some with a request each, at the same time; the others with fewer requests, which takes a fraction of the time.
    while (codes.length < SINGLE) {
      const some = Array.from({ length: 100 }, (_, n) => service.create({ uri: `p/${n}` }));
      codes.push(...(await Promise.all(some)).map(({ code }) => code));
    }
    while (codes.length < LINKS) {
      const body = { links: Array.from({ length: 200 }, (_, n) => ({ uri: `p/${n}` })) };
      const { json } = await service.request('POST', '/manage/v1/smartlinks/bulk', { body });
      codes.push(...json.results.map(({ code }: { code: string }) => code));
    }
    for (const name of ['one', 'two']) {
      for (const code of codes.slice(0, RENAMED)) await rename(code, name);
    }
    await distributed();
  });

  it('has few deliveries, and all are sent after the pause, once and in the order of each link', async () => {
    // Up to the first row that exceeds the limit, which has the events of a whole turn.
    assert.ok((await rows('webhook_deliveries')) < MOST_DUE + 1600);
    const events = 1 + LINKS + 2 * RENAMED;
    assert.equal((await waitingDeliveries(service.app.ctx.db)).count, events);
    assert.equal(receiver.requests.length, 1);
    // What waits is sent once, with or without a replay.
    const since = new Date(0).toISOString();
    const { json } = await service.request('POST', path('/replay'), { body: { since } });
    assert.deepEqual(json, { events });
    // What a webhook gets is decided when the event happens.
    const change = { types: ['link.deleted'] };
    assert.equal((await service.request('PATCH', path(), { body: change })).status, 200);
    endPause();
    await eventually(
      'all have arrived',
      async () => receiver.requests.length >= events + 1,
      120_000,
    );
    const names = new Map<string, (string | null)[]>();
    for (const { event } of receiver.requests.slice(1)) {
      const { code, name } = event.data.link;
      names.set(code, [...(names.get(code) ?? []), name]);
    }
    for (const [index, code] of codes.entries()) {
      const expected = index < RENAMED ? [null, 'one', 'two'] : [null];
      assert.deepEqual(names.get(code), expected, code);
    }
    assert.equal(await rows('webhook_backlog'), 0);
    assert.equal(receiver.requests.length, events + 1);
  });

  it('does not keep a replay from sending what happened while the webhook was disabled, in order', async () => {
    const setState = (state: string) => service.request('PATCH', path(), { body: { state } });
    // Without another webhook, there are no events meanwhile.
    await makeWebhook(service, { url: (await startReceiver()).url });
    await setState('disabled');
    await new Promise((done) => setTimeout(done, 5));
    const since = new Date().toISOString();
    const waiting = codes.at(-1) ?? '';
    await rename(waiting, 'missed');
    let respond = (): void => undefined;
    const after = new Promise<void>((done) => (respond = done));
    receiver.respond(() => ({ after }));
    await setState('enabled');
    const { json } = await service.request('POST', path('/replay'), { body: { since } });
    assert.deepEqual(json, { events: 1 });
    respond();
    const ofLink = ({ event }: Received): boolean => event.data.link.code === waiting;
    await eventually(
      'both have arrived',
      async () => receiver.requests.filter(ofLink).length >= 2,
      120_000,
    );
    const names = receiver.requests.filter(ofLink).map(({ event }) => event.data.link.name);
    assert.deepEqual(names, [null, 'missed']);
  });

  it('ends with its webhook, or with its events', async () => {
    assert.ok((await rows('webhook_backlog')) > 0);
    skipped += 31 * 86_400_000;
    // Nothing is due to be sent before the events are deleted.
    await service.request('PATCH', path(), { body: { state: 'disabled' } });
    await service.app.clean();
    assert.equal(await rows('webhook_backlog'), 0);
    skipped = 0;
    assert.equal((await service.request('DELETE', path())).status, 204);
  });
});

it('events of an instance of an earlier version are sent', async () => {
  const service = await startSender();
  const receiver = await startReceiver();
  await makeWebhook(service, { url: receiver.url });
  const payload = '{"type":"app.changed","timestamp":"2026-11-24T11:00:00.000Z","data":{}}';
  await service.app.ctx.db.transaction((tx) =>
    tx.run(
      `insert into webhook_events (id, app_id, type, subject, tags, payload, created_at, pending)
       values ('evt_0000000earlier00000000', ?, 'app.changed', 'app', '[]', ?, ?, 1)`,
      [service.owner.app.id, payload, Date.now()],
    ),
  );
  const [request] = await receiver.until(1);
  assert.deepEqual([request?.id, request?.body], ['evt_0000000earlier00000000', payload]);
});

it('events of many transactions are all given to the webhooks before one of these changes', async () => {
  const service = await startSender();
  const receiver = await startReceiver();
  const webhook = await makeWebhook(service, { url: receiver.url, types: ['link.deleted'] });
  const { ctx } = service.app;
  const count = 1200;
  const event = {
    appId: service.owner.app.id,
    type: 'link.deleted',
    subject: 'link:1',
    code: null,
    tags: '[]',
    payload: '{}',
    createdAt: Date.now(),
  } as const;
  const given = await ctx.db.transaction(async (tx) => {
    for (let n = 0; n < count; n++) await appendEvent(tx, { ...event, id: `evt_many${n}` });
    await takeTurn(tx);
    while (await distributeEvents(tx));
    const sql = 'select sum(events) as n from webhook_backlog where webhook_id = ?';
    return Number((await tx.all<{ n: number }>(sql, [webhook.webhook_id]))[0]?.n);
  }, 'none');
  assert.equal(given, count);
});
