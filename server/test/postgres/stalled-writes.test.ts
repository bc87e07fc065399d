import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService, type Answer, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newMigratedStore } from '../store.ts';
import { sessionsWaiting, whileLocked } from './locked.ts';

const POOL_SIZE = 10;
/** The connections that writes can have at the same time. */
const WRITES = 7;

describe('writes that wait for another session of PostgreSQL', () => {
  let url: string;
  let service: Service;
  before(async () => {
    url = await newMigratedStore();
    const DATABASE_POOL_SIZE = String(POOL_SIZE);
    service = await startService({ CLICKS: 'off', DATABASE_URL: url, DATABASE_POOL_SIZE });
  });

  const create = (body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    service.request('POST', '/v2/smartlinks', { body, headers });

  it('leave connections for reads, however many they are', async () => {
    const { code } = await service.create({ uri: 'https://shop.example/' });
    const { web } = service.owner.tokens;
    const { cache, db } = service.app.ctx;
    const sql = 'update links set version = version where code = ?';
    const sent: Promise<unknown>[] = [];
    await whileLocked(url, 'lock table links in exclusive mode', [], async () => {
      for (let n = 0; n < POOL_SIZE; n++) {
        sent.push(db.transaction((tx) => tx.run(sql, [code]), 'none'));
      }
      // More than one batch of each kind.
      for (const n of [1, 2, 3]) {
        const body = { smartlink: code, redemption_id: randomUUID() };
        sent.push(
          create({ uri: `products/${n}` }),
          create({ uri: `products/${n}` }, { 'idempotency-key': randomUUID() }),
          create({ uri: `products/${n}`, unique: true }),
          service.request('POST', '/client/v1/redemptions', { token: web, body }),
        );
        await sleep(50);
      }
      await eventually('writes wait', async () => (await sessionsWaiting(url)) >= WRITES);
      cache.visits.clear();
      assert.equal((await service.request('GET', `/${code}`, { token: undefined })).status, 302);
      const path = `/client/v1/smartlinks/${code}`;
      assert.equal((await service.request('GET', path, { token: web })).status, 200);
      await db.all('select 1');
      assert.equal(await sessionsWaiting(url), WRITES);
    });
    await Promise.allSettled(sent);
    assert.equal((await create({ uri: 'products/4' })).status, 201);
  });

  it('hold up no other create if they are for a unique link', async () => {
    const body = { uri: 'summer/1', unique: true };
    const { code } = await service.create(body);
    const unique: Promise<Answer>[] = [];
    // Until this ends, it is open whether the URI is free.
    const free = 'update links set unique_key = null where code = $1';
    await whileLocked(url, free, [code], async () => {
      // As many batches as can run at the same time.
      for (const count of [1, 2]) {
        unique.push(create(body));
        await eventually('they wait', async () => (await sessionsWaiting(url)) === count);
      }
      assert.equal((await create({ uri: 'products/1' })).status, 201);
      const key = { 'idempotency-key': randomUUID() };
      assert.equal((await create({ uri: 'products/2' }, key)).status, 201);
    });
    for (const { status, json } of await Promise.all(unique)) {
      assert.deepEqual([status, json.smartlink.endsWith(`/${code}`)], [200, true]);
    }
  });
});
