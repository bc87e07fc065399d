import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { replay } from '../../src/actions/webhooks/deliveries.ts';
import { takeIndexLease } from '../../src/storage/search-index.ts';
import type { Database } from '../../src/storage/database.ts';
import { deliverBacklog } from '../../src/storage/webhooks/backlog.ts';
import { advanceDelivery, listDue, parkBlocked } from '../../src/storage/webhooks/deliveries.ts';
import { summarizeClicks } from '../../src/jobs/webhooks/summarize-clicks.ts';
import { clicksSettled } from '../clicks/settled.ts';
import type { Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { addEvents } from './many-events.ts';
import { makeWebhook, startReceiver, startSender, type Receiver } from './receiver.ts';

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

/** What was written while the clock of an instance, or of the database, was a day ahead. */
describe('after a clock was ahead', () => {
  let service: Service;
  let db: Database;
  let receiver: Receiver;
  before(async () => {
    service = await startSender();
    db = service.app.ctx.db;
    receiver = await startReceiver();
    await makeWebhook(service, { url: receiver.url });
  });
  const run = (sql: string, parameters: readonly number[]): Promise<number> =>
    db.transaction((tx) => tx.run(sql, parameters));

  it('a webhook gets the events that follow its creation', async () => {
    await run('update webhooks set created_at = created_at + ?', [DAY_MS]);
    await service.create({ uri: 'a' });
    assert.equal((await receiver.until(1)).length, 1);
  });

  it('the lease of a process that was killed ends', async () => {
    const until = Date.now() + DAY_MS;
    await run(`update webhooks set lease_holder = 'killed', lease_until = ?`, [until]);
    await service.create({ uri: 'b' });
    assert.equal((await receiver.until(2)).length, 2);
    await run('update search_state set leased_until = ?', [until]);
    const lease = await db.transaction((tx) => takeIndexLease(tx, 60_000));
    assert.ok(lease !== undefined && lease < until, String(lease));
  });
});

it('summaries of clicks go on after a clock was a day ahead, and have every click', async () => {
  // Noon in UTC: at midnight, a visitor counts again.
  let now = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
  const service = await startSender({}, { now: () => now });
  const { ctx } = service.app;
  const receiver = await startReceiver();
  await makeWebhook(service, { url: receiver.url, types: ['clicks.summary'] });
  const { address } = await service.create({ uri: 'https://shop.example/a' });
  const visit = async (): Promise<void> => {
    await fetch(address, { redirect: 'manual', headers: { 'user-agent': BROWSER } });
    await clicksSettled(service);
  };
  const markedAt = async (): Promise<number> => {
    const [row] = await ctx.db.all<{ at: number }>('select at from webhook_summaries');
    return Number(row?.at);
  };
  const move = (column: string): Promise<number> =>
    ctx.db.transaction((tx) => tx.run(`update ${column} = ${now + DAY_MS}`), 'none');
  const counts = async (events: number): Promise<number[]> => {
    const data = (await receiver.until(events)).at(-1)?.event.data;
    assert.ok(data.from <= data.to, `${data.from} is before ${data.to}`);
    return [data.clicks, data.lifetime.clicks];
  };
  await move('webhooks set created_at');
  await eventually('the counts are noted', async () => (await markedAt()) === now);
  await visit();
  now += MINUTE_MS;
  assert.deepEqual(await counts(1), [1, 1]);
  await visit();
  await move('webhook_summaries set at');
  assert.deepEqual(await counts(2), [1, 2]);
  // As if an instance whose clock is ahead had made a summary: there is no other one within the minute.
  await visit();
  await move('webhook_summaries set at');
  await summarizeClicks(ctx, () => false);
  assert.equal(await markedAt(), now + DAY_MS);
  now += MINUTE_MS;
  assert.deepEqual(await counts(3), [1, 3]);
});

it('what an instance makes due whose clock is a day ahead is due for all', async () => {
  const service = await startSender();
  const { ctx } = service.app;
  const { db, now } = ctx;
  const ahead = (): number => now() + DAY_MS;
  const receiver = await startReceiver();
  const { webhook_id: id } = await makeWebhook(service, { url: receiver.url });
  const setState = (state: string) =>
    service.request('PATCH', `/manage/v1/webhooks/${id}`, { body: { state } });
  await service.create({ uri: 'a' });
  const [created] = await receiver.until(1);
  await eventually('it is delivered', async () => {
    return (await db.all(`select 1 from webhook_deliveries where state = 'delivered'`)).length > 0;
  });
  // The service itself sends nothing then.
  await setState('disabled');
  const first = await addEvents(db, id, { count: 2, inRow: 2 });
  await db.transaction((tx) => deliverBacklog(tx, id, ahead()), 'none');
  const due = () => listDue(db, id, now(), 10);
  const parkable = { now: now(), sending: [] };
  await db.transaction((tx) => parkBlocked(tx, id, parkable), 'none');
  const [one] = await due();
  assert.ok(one?.eventSeq === first, 'the first one is due');
  const delivered = { state: 'delivered' } as const;
  await db.transaction((tx) => advanceDelivery(tx, id, one, delivered, ahead()), 'none');
  const [other] = await due();
  assert.ok(other && other.eventSeq > first, 'the one behind it is due');
  await setState('enabled');
  await receiver.until(2);
  const operator = { appId: service.owner.app.id, actor: 'operator' };
  await replay({ ...ctx, now: ahead }, operator, id, created?.id ?? '');
  await receiver.until(3);
});
