import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { deleteDeliveries } from '../../src/storage/webhooks/deliveries.ts';
import type { Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { makeWebhook, startReceiver, startSender, type Receiver } from './receiver.ts';

describe('a webhook that is deleted while an attempt is being made', () => {
  let service: Service;
  let receiver: Receiver;
  let id: string;
  let respond: () => void;
  beforeEach(async () => {
    service = await startSender();
    receiver = await startReceiver();
    id = (await makeWebhook(service, { url: receiver.url })).webhook_id;
    const wait = new Promise<void>((done) => (respond = done));
    receiver.respond(() => ({ status: 500, after: wait }));
    await service.create({ uri: 'a' });
    await receiver.until(1);
  });

  const remove = () => service.request('DELETE', `/manage/v1/webhooks/${id}`);
  const rows = async (sql: string): Promise<number> => {
    const [row] = await service.app.ctx.db.all<{ n: number }>(`select count(*) as n from ${sql}`);
    return Number(row?.n);
  };
  /** The result is written, then the lease is given back. */
  const ended = () =>
    eventually('the attempt has ended', async () => {
      return (await rows('webhooks where lease_holder is not null')) === 0;
    });

  it('is deleted if the result is written when its deliveries were deleted', async () => {
    const { db } = service.app.ctx;
    await db.transaction((tx) => deleteDeliveries(tx, id, 500));
    respond();
    await ended();
    assert.equal(await rows('webhook_attempts'), 0);
    assert.equal((await remove()).status, 204);
  });

  it('is deleted with attempts whose deliveries do not exist', async () => {
    await service.app.ctx.db.transaction((tx) =>
      tx.run(
        `insert into webhook_attempts (webhook_id, event_seq, at, duration_ms)
         select webhook_id, event_seq + 1, 1, 1 from webhook_deliveries`,
      ),
    );
    assert.equal((await remove()).status, 204);
    respond();
    await service.stop();
  });
});
