import assert from 'node:assert/strict';
import { it } from 'node:test';
import { writeResults } from '../../src/jobs/webhooks/write-results.ts';
import { takeLease } from '../../src/storage/webhooks/leases.ts';
import { eventually } from '../processes.ts';
import { makeWebhook, startReceiver, startSender } from './receiver.ts';

it('an attempt whose result is written again after an unknown outcome is logged once', async () => {
  const service = await startSender();
  const receiver = await startReceiver();
  const { webhook_id: id } = await makeWebhook(service, { url: receiver.url });
  const { db } = service.app.ctx;
  await service.create({ uri: 'a' });
  const path = `/manage/v1/webhooks/${id}/deliveries`;
  const log = async (): Promise<{ attempts: number; log: unknown[] }> => {
    const { json } = await service.request('GET', path);
    const one = await service.request('GET', `${path}/${json.deliveries[0]?.event_id}`);
    return one.json;
  };
  await eventually('it is delivered', async () => {
    const { json } = await service.request('GET', path);
    return json.deliveries[0]?.state === 'delivered';
  });
  // The service gives it back after it has written the result.
  await eventually('no process has a lease', async () => {
    const leases = await db.all('select id from webhooks where lease_holder is not null');
    return leases.length === 0;
  });
  const [row] = await db.all<{ seq: number; subject: string }>(
    'select event_seq as seq, subject from webhook_deliveries where webhook_id = ?',
    [id],
  );
  assert.ok(row);
  const leased = await db.transaction((tx) => takeLease(tx, id, 'test', 1000), 'none');
  assert.ok(leased);
  const { seq, subject } = row;
  const delivery = { id: '', payload: '', eventSeq: seq, subject, tries: 0, nextAt: 1 };
  const result = { at: 5, durationMs: 7, status: 204, error: null, response: '' };
  const next = { state: 'delivered' } as const;
  const sent = { ...result, retryAfter: undefined };
  const done = { delivery, url: leased.url, result: sent, next, disable: null };
  for (const isRepeated of [false, true]) {
    await writeResults(service.app.ctx, leased, leased.failingSince, [done], isRepeated);
    const shown = await log();
    assert.deepEqual([shown.attempts, shown.log.length], [2, 2]);
  }
});
