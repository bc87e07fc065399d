import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliverBacklog } from '../../src/storage/webhooks/backlog.ts';
import { hasBlocked, parkBlocked } from '../../src/storage/webhooks/deliveries.ts';
import type { Service } from '../harness.ts';
import { addEvents } from './many-events.ts';
import { makeWebhook, startReceiver, startSender, type Receiver } from './receiver.ts';

const EVENTS = 40_000;

describe('a webhook with a long backlog', () => {
  const start = async (): Promise<{ service: Service; receiver: Receiver; id: string }> => {
    const service = await startSender();
    const receiver = await startReceiver();
    const { webhook_id: id } = await makeWebhook(service, { url: receiver.url });
    await service.create({ uri: 'a' });
    await receiver.until(1);
    return { service, receiver, id };
  };

  it('does not delay the start of others while all of it waits for one event', async () => {
    const { service, receiver, id } = await start();
    const { db } = service.app.ctx;
    const other = await startReceiver();
    const selected = { types: ['link.created'], tags: ['x'] };
    await makeWebhook(service, { url: other.url, ...selected });
    receiver.respond(() => ({ silent: true }));
    await addEvents(db, id, { count: EVENTS, inRow: 1 });
    await receiver.until(2);
    await service.request('POST', '/manage/v1/smartlinks', { body: { uri: 'b', tags: ['x'] } });
    await other.until(1);
    const [left] = await db.all<{ n: number }>('select count(*) as n from webhook_backlog');
    assert.ok(Number(left?.n) > EVENTS / 4, `${left?.n} of ${EVENTS} are left`);
    await service.stop();
  });

  it('is read and written in parts', async () => {
    const { service, receiver, id } = await start();
    const { db, now } = service.app.ctx;
    // The service itself leaves it alone then.
    const path = `/manage/v1/webhooks/${id}`;
    await service.request('PATCH', path, { body: { state: 'disabled' } });
    await addEvents(db, id, { count: 1200, inRow: 1 });
    await addEvents(db, id, { count: 1800, inRow: 900 });
    const deliver = () => db.transaction((tx) => deliverBacklog(db.engine, tx, id, now()), 'none');
    assert.deepEqual([await deliver(), await deliver(), await deliver()], [1000, 1100, 900]);
    assert.equal(await deliver(), 0);
    const due = async (): Promise<number> => {
      const sql = `select count(*) as n from webhook_deliveries where state = 'pending' and next_at <= ?`;
      return Number((await db.all<{ n: number }>(sql, [now()]))[0]?.n);
    };
    const left = [await due()];
    const parkable = () => ({ now: now(), sending: [] });
    while (await hasBlocked(db, id, parkable())) {
      await db.transaction((tx) => parkBlocked(db.engine, tx, id, parkable()), 'none');
      left.push(await due());
    }
    assert.equal(left[0], 3000);
    assert.equal(left.at(-1), 1);
    for (const [index, some] of left.slice(1).entries()) {
      assert.ok((left[index] ?? 0) - some <= 1000, left.join());
    }
    assert.equal(receiver.requests.length, 1);
  });
});
