import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { takeIndexLease } from '../../src/storage/search-index.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Service } from '../harness.ts';
import { makeWebhook, startReceiver, startSender, type Receiver } from './receiver.ts';

const DAY_MS = 24 * 3_600_000;

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
    const lease = await db.transaction((tx) => takeIndexLease(db, tx, 60_000));
    assert.ok(lease !== undefined && lease < until, String(lease));
  });
});
