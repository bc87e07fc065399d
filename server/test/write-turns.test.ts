import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../src/storage/database.ts';
import { startService, type Service } from './harness.ts';

/** More than the connections to PostgreSQL. */
const CALLERS = 30;

describe('beside changes of an app that never stop', () => {
  let service: Service;
  let db: Database;
  let appId = '';
  before(async () => {
    service = await startService();
    db = service.app.ctx.db;
    appId = service.owner.app.id;
  });

  /** Callers that send the next transaction as soon as one has ended, while `work` runs. */
  async function during(
    transaction: () => Promise<unknown>,
    work: () => Promise<void>,
  ): Promise<void> {
    const end = new AbortController();
    let count = 0;
    const callers = Array.from({ length: CALLERS }, async () => {
      while (!end.signal.aborted) {
        await transaction();
        count++;
      }
    });
    await sleep(50);
    const earlier = count;
    await work();
    end.abort();
    await Promise.all(callers);
    assert.ok(count > earlier + CALLERS);
  }

  it('links are created and opened', async () => {
    const change = () =>
      db.appTransaction(appId, (tx) => tx.run('update apps set name = name where id = ?', [appId]));
    await during(change, async () => {
      for (let i = 0; i < 10; i++) {
        const { code } = await service.create({ uri: `https://shop.example/${i}` });
        const { status } = await service.request('GET', `/${code}`, { token: undefined });
        assert.equal(status, 302);
      }
    });
  });

  it('reads and transactions of others do not wait for a lock that is held', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const holder = db.appTransaction(appId, () => held);
    const waiting = Array.from({ length: CALLERS }, () => db.appTransaction(appId, async () => 1));
    if (db.engine === 'postgres') {
      await db.appTransaction('another', async () => undefined);
      await db.transaction(async () => undefined);
      assert.ok((db.load().waiting['connections'] ?? 0) >= CALLERS);
    }
    await db.all('select 1');
    assert.equal((await service.request('GET', '/ABCDEFGH', { token: undefined })).status, 404);
    release();
    await holder;
    assert.equal((await Promise.all(waiting)).length, CALLERS);
  });
});
