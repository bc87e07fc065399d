import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { reportExpired } from '../../src/jobs/webhooks/report-expired.ts';
import { waitingDeliveries } from '../../src/storage/webhooks/waiting.ts';
import type { Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { makeWebhook, startReceiver, startSender, type Receiver } from './receiver.ts';

/** Longer than the pause between two looks for expired links. */
const LOOKED_MS = 1500;
const LONG = 1_000_000;

describe('link.expired', () => {
  let service: Service;
  let receiver: Receiver;
  let webhook: string;
  let now = Date.now();
  before(async () => {
    service = await startSender({}, { now: () => now });
    receiver = await startReceiver();
    const settings = { url: receiver.url, types: ['link.updated', 'link.expired'] };
    webhook = (await makeWebhook(service, settings)).webhook_id;
  });
  beforeEach(() => void (now += LONG));

  const text = (at: number): string => new Date(at).toISOString();
  const linkUntil = async (at: number): Promise<string> => {
    const body = { uri: 'a', valid_until: text(at) };
    return (await service.request('POST', '/manage/v1/smartlinks', { body })).json.code;
  };
  const change = async (code: string, body: object): Promise<void> => {
    const { status } = await service.request('PATCH', `/manage/v1/smartlinks/${code}`, { body });
    assert.equal(status, 200);
  };
  /** Looks for expired links. The service does so too, every second. */
  const look = async (): Promise<void> => {
    while (!(await reportExpired(service.app.ctx, () => false)));
  };
  /** The events of a link, after two looks for expired links and after all events were sent. */
  const eventsOf = async (code: string): Promise<string[]> => {
    await look();
    const last = await linkUntil(now + 10);
    now += 10;
    await look();
    await receiver.until(1, ({ event }) => event.data.code === last);
    await eventually(
      'all events are sent',
      async () => (await waitingDeliveries(service.app.ctx.db)).count === 0,
    );
    return receiver.requests
      .filter(({ event }) => (event.data.code ?? event.data.link.code) === code)
      .map(({ event }) => (event.type === 'link.expired' ? event.data.valid_until : event.type));
  };

  it('is sent if the end of a link is set to a time before that of a link that has expired', async () => {
    const code = await linkUntil(now + LONG);
    const earlier = now - LONG / 2;
    await eventsOf(await linkUntil(now + 10));
    await change(code, { valid_until: text(earlier) });
    assert.deepEqual(await eventsOf(code), ['link.updated', text(earlier)]);
  });

  it('is sent once if the end of a link is set to now, also after it was moved', async () => {
    const code = await linkUntil(now + LONG);
    const end = now;
    await change(code, { valid_until: text(end) });
    await change(code, { valid_until: text(now + LONG) });
    await change(code, { valid_until: text(end) });
    const all = await eventsOf(code);
    assert.equal(all.filter((one) => one === text(end)).length, 1, all.join());
  });

  it('is sent if a link is created with an end before that of a link that has expired', async () => {
    await eventsOf(await linkUntil(now + 10));
    const end = now - LONG / 2;
    const code = await linkUntil(end);
    assert.deepEqual(await eventsOf(code), [text(end)]);
  });

  it('is sent if a link is enabled or restored after its end', async () => {
    const end = now + 1000;
    const [disabled, deleted] = [await linkUntil(end), await linkUntil(end)];
    await change(disabled, { state: 'disabled' });
    await service.request('DELETE', `/manage/v1/smartlinks/${deleted}`);
    now = end;
    assert.deepEqual(await eventsOf(disabled), []);
    await change(disabled, { state: 'active' });
    await service.request('POST', `/manage/v1/smartlinks/${deleted}/restore`);
    assert.deepEqual(await eventsOf(disabled), [text(end)]);
    assert.deepEqual(await eventsOf(deleted), [text(end)]);
  });

  it('is not sent for a link that gets a later end in a transaction that ends later', async () => {
    const code = await linkUntil(now + 1000);
    await service.app.ctx.db.transaction(async (tx) => {
      const sql = 'update links set valid_until = ? where code = ?';
      assert.equal(await tx.run(sql, [now + LONG, code]), 1);
      now += 1000;
      await sleep(LOOKED_MS);
    }, 'none');
    assert.deepEqual(await eventsOf(code), []);
  });

  it('is sent for an end that an instance whose clock is ahead has passed already', async () => {
    const [first, second] = [await linkUntil(now + 20_000), await linkUntil(now + LONG)];
    const ahead = { ...service.app.ctx, now: () => now + 30_000 };
    await reportExpired(ahead, () => false);
    const end = now + 10_000;
    await change(second, { valid_until: text(end) });
    await reportExpired(ahead, () => false);
    assert.deepEqual(await eventsOf(second), ['link.updated', text(end)]);
    assert.equal((await eventsOf(first)).length, 1);
  });

  it('is sent at the end of a link, also while the clock of an instance was far ahead', async () => {
    const reported = await linkUntil(now + 500_000);
    const ahead = { ...service.app.ctx, now: () => now + 600_000 };
    await reportExpired(ahead, () => false);
    const end = now + 300_000;
    const created = await linkUntil(end);
    assert.deepEqual(await eventsOf(created), []);
    now = end;
    assert.deepEqual(await eventsOf(created), [text(end)]);
    now = end + 300_000;
    assert.equal((await eventsOf(reported)).length, 1);
  });

  it('is sent for each of many links that expire together, some of them at a time', async () => {
    const end = now + LONG;
    const uri = `many/${end}`;
    const links = Array.from({ length: 450 }, () => ({ uri, valid_until: text(end) }));
    const path = '/manage/v1/smartlinks/bulk';
    const made = await service.request('POST', path, { body: { links } });
    const codes: string[] = made.json.results.map(({ code }: { code: string }) => code);
    const later = { ...service.app.ctx, now: () => end };
    const isDone: boolean[] = [];
    for (let call = 0; call < 3; call++) isDone.push(await reportExpired(later, () => true));
    assert.deepEqual(isDone, [false, false, true]);
    now = end;
    const sent = await receiver.until(codes.length, ({ event }) => codes.includes(event.data.code));
    const reported: string[] = sent.map(({ event }) => event.data.code);
    assert.deepEqual(reported.toSorted(), codes.toSorted());
  });

  it('is not sent for links that expired while the only webhook was disabled or did not want it', async () => {
    const path = `/manage/v1/webhooks/${webhook}`;
    const types = ['link.updated', 'link.expired'];
    for (const [without, again] of [
      [{ state: 'disabled' }, { state: 'enabled' }],
      [{ types: ['link.updated'] }, { types }],
    ]) {
      await service.request('PATCH', path, { body: without });
      const codes = [await linkUntil(now + 1000), await linkUntil(now - 1000)];
      now += 2000;
      assert.equal((await service.request('PATCH', path, { body: again })).status, 200);
      for (const code of codes) assert.deepEqual(await eventsOf(code), []);
    }
  });
});

it('other events are sent although links that expire cannot be reported', async () => {
  const service = await startSender();
  const receiver = await startReceiver();
  await makeWebhook(service, { url: receiver.url });
  await service.app.ctx.db.transaction(
    (tx) => tx.run('alter table webhook_ended_links rename to damaged'),
    'none',
  );
  const { code } = await service.create({ uri: 'a' });
  await receiver.until(1, ({ event }) => event.data.link?.code === code);
});
