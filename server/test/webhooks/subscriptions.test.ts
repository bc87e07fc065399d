import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import type { Reader } from '../../src/storage/database.ts';
import { listSubscriptions } from '../../src/storage/webhooks/webhooks.ts';
import { makeWebhook, startReceiver, startSender } from './receiver.ts';

it('the webhooks of any number of apps are read with one statement', async () => {
  const service = await startSender();
  const { db } = service.app.ctx;
  const own = service.owner.app.id;
  const { webhook_id: id } = await makeWebhook(service, { url: (await startReceiver()).url });
  const other = await createApp(service.app.ctx, 'other');
  const asked = new Set<string>();
  const reader: Reader = {
    engine: db.engine,
    find: () => Promise.reject(new Error('it is not used')),
    all: (sql, parameters) => {
      asked.add(sql);
      return db.all(sql, parameters);
    },
  };
  const found = async (...appIds: string[]): Promise<string[]> =>
    (await listSubscriptions(reader, appIds)).map((one) => one.id);
  assert.deepEqual(await found(own), [id]);
  assert.deepEqual(await found(other.app.id), []);
  assert.deepEqual(await found(other.app.id, own, 'app_none'), [id]);
  assert.equal(asked.size, 1);
});
