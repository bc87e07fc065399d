import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import {
  MOST_COUNTED,
  waitingDeliveries,
  type WaitingDeliveries,
} from '../../src/storage/webhooks/waiting.ts';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { readConfig } from '../../src/config.ts';
import { openStore, type Store } from '../../src/store.ts';
import { afterAll } from '../harness.ts';
import { ENGINE, newMigratedStore } from '../store.ts';

const DUE = 1_000_000;
const LATER = 9_000_000;

interface Delivery {
  readonly state?: 'pending' | 'delivered' | 'failed';
  readonly nextAt?: number;
}

const TABLES = [
  'webhook_backlog',
  'webhook_new_events',
  'webhook_deliveries',
  'webhook_events',
  'webhooks',
];

/** Reads of whole tables that grow with the number of events. */
const WHOLE = /SCAN (?:d|webhook_events)$|Seq Scan on webhook_(?:deliveries|events)/;

/** In a database without a service, so nothing is sent. */
describe('deliveries that wait', () => {
  let store: Store;
  let appId: string;
  before(async () => {
    store = await openStore(readConfig({ DATABASE_URL: await newMigratedStore() }));
    afterAll(() => store.close());
    appId = (await createApp(store.ctx, 'shop')).app.id;
  });
  const run = (sql: string, parameters: readonly (string | number)[] = []): Promise<unknown> =>
    store.ctx.db.transaction((tx) => tx.run(sql, parameters));
  const waiting = (): Promise<WaitingDeliveries> => waitingDeliveries(store.ctx.db);

  beforeEach(async () => {
    for (const table of TABLES) await run(`delete from ${table}`);
    await webhook('on');
  });

  const webhook = (id: string, state = 'enabled', pausedUntil = 0): Promise<unknown> =>
    run(
      `insert into webhooks (id, app_id, url, types, tags, state, secret, created_at, created_by, paused_until, lease_until)
       values (?, ?, 'https://hooks.shop.example/', '[]', '[]', ?, '', 1, 'operator', ?, 0)`,
      [id, appId, state, pausedUntil],
    );
  /** Events with deliveries to the webhook; without one, events that no delivery was made for. */
  const events = async (from: number, count: number, to?: string, more: Delivery = {}) => {
    const { state = 'pending', nextAt = DUE } = more;
    const numbers =
      ENGINE === 'sqlite'
        ? `(with recursive s (n) as (select ${from} union all select n + 1 from s where n < ${from + count - 1}) select n from s) as s`
        : `generate_series(${from}, ${from + count - 1}) as s (n)`;
    await run(
      `insert into webhook_events (seq, id, app_id, type, subject, tags, payload, created_at, pending)
       select n, 'evt_' || n, ?, 'link.created', 'link:' || n, '[]', '{}', ${DUE}, 0 from ${numbers}`,
      [appId],
    );
    if (to === undefined) {
      const one = 'insert into webhook_new_events (first_seq, last_seq, seqs)';
      await run(`${one} select n, n, cast(n as text) from ${numbers}`);
      return;
    }
    await run(
      `insert into webhook_deliveries (webhook_id, event_seq, subject, state, attempts, tries, next_at)
       select ?, n, 'link:' || n, ?, 0, 0, ${nextAt} from ${numbers}`,
      [to, state],
    );
  };

  it('are none at first', async () => {
    assert.deepEqual(await waiting(), { count: 0, dueAt: null });
  });

  it('count, and the oldest has a time', async () => {
    await events(1, 2, 'on', { nextAt: DUE + 500 });
    await events(3, 1, 'on');
    assert.deepEqual(await waiting(), { count: 3, dueAt: DUE });
  });

  it('do not count when they ended, or if a webhook is disabled', async () => {
    await webhook('off', 'disabled');
    await events(1, 2, 'on', { state: 'delivered' });
    await events(3, 2, 'on', { state: 'failed' });
    await events(5, 2, 'off');
    assert.deepEqual(await waiting(), { count: 0, dueAt: null });
  });

  it('are due when the pause of the receiver has ended', async () => {
    await webhook('paused', 'enabled', LATER);
    await events(1, 1, 'paused');
    assert.deepEqual(await waiting(), { count: 1, dueAt: LATER });
    await events(2, 1, 'on', { nextAt: LATER - 1 });
    assert.deepEqual(await waiting(), { count: 2, dueAt: LATER - 1 });
  });

  it('are due since the event if no delivery was made for it', async () => {
    await events(1, 1, 'on', { nextAt: LATER });
    await events(2, 1);
    assert.deepEqual(await waiting(), { count: 1, dueAt: DUE });
    await run(`update webhooks set state = 'disabled'`);
    assert.deepEqual(await waiting(), { count: 0, dueAt: null });
  });

  it('count while they are in the backlog of a webhook that is enabled', async () => {
    await webhook('off', 'disabled');
    await events(1, 1, 'on');
    const add = (to: string, count: number) =>
      run(
        `insert into webhook_backlog (webhook_id, events, first_seq, last_seq, seqs) values (?, ?, 2, 9, '')`,
        [to, count],
      );
    await add('on', 700);
    await add('on', 300);
    await add('off', 50);
    assert.deepEqual(await waiting(), { count: 1001, dueAt: DUE });
    await add('on', MOST_COUNTED);
    assert.equal((await waiting()).count, MOST_COUNTED);
  });

  it('are counted up to a limit, in a time that does not depend on what was delivered', async () => {
    await events(1, 60_000, 'on', { state: 'delivered' });
    await events(60_001, MOST_COUNTED + 10_000, 'on');
    assert.equal((await waiting()).count, MOST_COUNTED);
    await run(`update webhook_deliveries set state = 'delivered' where event_seq > 60010`);
    await store.ctx.db.transaction((tx) => tx.script('analyze'));
    const { db } = store.ctx;
    const asked: string[] = [];
    const found = await waitingDeliveries({
      engine: db.engine,
      find: () => Promise.reject(new Error('it is not used')),
      all: (sql, parameters) => {
        asked.push(sql);
        return db.all(sql, parameters);
      },
    });
    assert.equal(found.count, 10);
    const explain = ENGINE === 'sqlite' ? 'explain query plan' : 'explain';
    const plan = await db.all<Record<string, string>>(`${explain} ${asked.join(';')}`);
    const steps = plan.map((row) => row['QUERY PLAN'] ?? row.detail ?? '');
    assert.ok(
      steps.some((step) => step.includes('webhook_deliveries_due')),
      steps.join('\n'),
    );
    for (const step of steps) assert.doesNotMatch(step, WHOLE, steps.join('\n'));
  });
});
