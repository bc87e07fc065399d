import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeWaitingDue } from '../../src/actions/webhooks/make-waiting-due.ts';
import type { Transaction } from '../../src/storage/database.ts';
import {
  deleteBacklog,
  deleteRowsWithoutEvents,
  deliverBacklog,
} from '../../src/storage/webhooks/backlog.ts';
import { hasBlocked, listLeftParked, parkBlocked } from '../../src/storage/webhooks/deliveries.ts';
import type { Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { addEvents } from './many-events.ts';
import { makeWebhook, startReceiver, startSender, type Receiver } from './receiver.ts';

const EVENTS = 40_000;
const DAY_MS = 86_400_000;
const PARKED = Date.UTC(9999, 11, 31);

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

  /** The service itself leaves the backlog alone. */
  const startDisabled = async (): Promise<{ service: Service; receiver: Receiver; id: string }> => {
    const { service, receiver, id } = await start();
    const path = `/manage/v1/webhooks/${id}`;
    await service.request('PATCH', path, { body: { state: 'disabled' } });
    await eventually('the first event is delivered', async () => {
      return (await count(service, `webhook_deliveries where state = 'delivered'`)) === 1;
    });
    return { service, receiver, id };
  };
  const count = async ({ app }: Service, rows: string): Promise<number> => {
    const [row] = await app.ctx.db.all<{ n: number }>(`select count(*) as n from ${rows}`);
    return Number(row?.n);
  };
  const run = ({ app }: Service, sql: string, parameters: readonly number[]): Promise<number> =>
    app.ctx.db.transaction((tx) => tx.run(sql, parameters), 'none');

  it('is read and written in parts', async () => {
    const { service, receiver, id } = await startDisabled();
    const { db, now } = service.app.ctx;
    await addEvents(db, id, { count: 1200, inRow: 1 });
    await addEvents(db, id, { count: 1800, inRow: 900 });
    const deliver = () => db.transaction((tx) => deliverBacklog(tx, id, now()), 'none');
    assert.deepEqual([await deliver(), await deliver(), await deliver()], [1000, 1100, 900]);
    assert.equal(await deliver(), 0);
    const due = async (): Promise<number> => {
      const sql = `select count(*) as n from webhook_deliveries where state = 'pending' and next_at <= ?`;
      return Number((await db.all<{ n: number }>(sql, [now()]))[0]?.n);
    };
    const left = [await due()];
    const parkable = () => ({ now: now(), sending: [] });
    while (await hasBlocked(db, id, parkable())) {
      await db.transaction((tx) => parkBlocked(tx, id, parkable()), 'none');
      left.push(await due());
    }
    assert.equal(left[0], 3000);
    assert.equal(left.at(-1), 1);
    for (const [index, some] of left.slice(1).entries()) {
      assert.ok((left[index] ?? 0) - some <= 1000, left.join());
    }
    assert.equal(receiver.requests.length, 1);
  });

  it('is deleted in parts when its events are', async () => {
    const { service, id } = await startDisabled();
    const { db, now } = service.app.ctx;
    const first = await addEvents(db, id, { count: 1200, inRow: 1 });
    const old = 'select seq from webhook_events where seq >= ? order by seq limit 1100';
    await run(service, `delete from webhook_events where seq in (${old})`, [first]);
    const left: number[] = [];
    let after: number | undefined = 0;
    while (after !== undefined) {
      const from: number = after;
      const remove = (tx: Transaction) =>
        deleteRowsWithoutEvents(tx, 'webhook_backlog', from, now());
      after = await db.transaction(remove, 'none');
      left.push(await count(service, 'webhook_backlog'));
    }
    assert.deepEqual(left, [700, 200, 100]);
  });

  it('is deleted although events of a clock that was ahead are before it', async () => {
    const { service, id } = await startDisabled();
    const { db, now } = service.app.ctx;
    const ahead = await addEvents(db, id, { count: 600, inRow: 1 });
    const date = 'update webhook_events set created_at = ? where seq >= ?';
    await run(service, date, [now() + DAY_MS, ahead]);
    const later = await addEvents(db, id, { count: 600, inRow: 1 });
    await run(service, 'delete from webhook_events where seq >= ?', [later]);
    await service.app.clean();
    assert.equal(await count(service, 'webhook_backlog'), 600);
  });

  it('is deleted in parts with its webhook', async () => {
    const { service, id } = await startDisabled();
    const { db } = service.app.ctx;
    await addEvents(db, id, { count: 1700, inRow: 1 });
    const deleted = await db.transaction((tx) => deleteBacklog(tx, id, 500), 'none');
    assert.deepEqual([deleted, await count(service, 'webhook_backlog')], [500, 1200]);
    const found: number[] = [];
    const appTransaction = db.appTransaction.bind(db);
    db.appTransaction = async (appId, work) => {
      found.push(await count(service, 'webhook_backlog'));
      return appTransaction(appId, work);
    };
    assert.equal((await service.request('DELETE', `/manage/v1/webhooks/${id}`)).status, 204);
    assert.equal(found.at(-1), 0, 'changes of the app do not wait for the backlog');
  });

  it('gets all retries in parts when the webhook is enabled', async () => {
    const { service, id } = await startDisabled();
    const { ctx } = service.app;
    const { db, now } = ctx;
    const first = await addEvents(db, id, { count: 1800, inRow: 1800, subject: `'link:' || n` });
    await db.transaction((tx) => deliverBacklog(tx, id, now()), 'none');
    // Some are due since the same time, and some are due later.
    const tried = `update webhook_deliveries set tries = 3, next_at = case
      when event_seq < ? then 1 when event_seq < ? then event_seq else ? end where event_seq >= ?`;
    await run(service, tried, [first + 600, first + 1200, now() + DAY_MS, first]);
    const changed: number[] = [];
    const transaction = db.transaction.bind(db);
    db.transaction = (work, lock) =>
      transaction((tx) => {
        const counted: typeof tx.run = async (sql, parameters) => {
          const rows = await tx.run(sql, parameters);
          if (sql.includes('webhook_deliveries')) changed.push(rows);
          return rows;
        };
        return work({ ...tx, run: counted });
      }, lock);
    await makeWaitingDue(ctx, id);
    assert.deepEqual(changed, [500, 500, 200, 500, 100]);
    const left = `webhook_deliveries where state = 'pending' and (tries > 0 or next_at > ${now()})`;
    assert.equal(await count(service, left), 0);
  });

  it('has no deliveries that stay parked, and these are found in parts', async () => {
    const { service, id } = await startDisabled();
    const { db, now } = service.app.ctx;
    const first = await addEvents(db, id, { count: 700, inRow: 700, subject: `'link:' || n` });
    await addEvents(db, id, { count: 800, inRow: 800, subject: `'queue'` });
    const deliver = () => db.transaction((tx) => deliverBacklog(tx, id, now()), 'none');
    assert.equal(await deliver(), 1500);
    // As if the events before them had been deleted.
    const park = 'update webhook_deliveries set next_at = ? where event_seq >= ?';
    await run(service, park, [PARKED, first]);
    const some = await listLeftParked(db, id, '');
    assert.equal(some.seqs.length, 500);
    const others = await listLeftParked(db, id, some.last ?? '');
    assert.deepEqual([others.seqs.length, others.last], [201, 'queue']);
    // What follows in the queue is not read.
    assert.deepEqual(await listLeftParked(db, id, 'queue'), { seqs: [], last: undefined });
    await service.app.clean();
    const due = `webhook_deliveries where state = 'pending' and next_at <= ${now()}`;
    assert.equal(await count(service, due), 701);
  });
});
