import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { startService, type Answer, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newMigratedStore } from '../store.ts';
import { sessionsWaiting, whileLocked } from './locked.ts';

describe('writes that wait for another session of PostgreSQL', () => {
  let url: string;
  let service: Service;
  before(async () => {
    url = await newMigratedStore();
    service = await startService({ CLICKS: 'off', DATABASE_URL: url });
  });

  const create = (body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    service.request('POST', '/v2/smartlinks', { body, headers });

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
