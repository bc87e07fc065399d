import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LastUsedTracker } from '../src/jobs/last-used-tracker.ts';
import { touchToken } from '../src/storage/tokens.ts';
import { startService } from './harness.ts';

test('a stop waits for times that are being written', async () => {
  const { db } = (await startService()).app.ctx;
  let written = 0;
  const touch = async (): Promise<void> => void written++;
  const tracker = new LastUsedTracker(db, touch, 60_000);
  for (let i = 0; i < 200; i++) tracker.record(`tok_${i}`, i);
  void tracker.flush();
  await tracker.stop();
  assert.equal(written, 200);
});

test('a create does not wait until thousands of times of last use are stored', async () => {
  const service = await startService();
  const { db } = service.app.ctx;
  const tracker = new LastUsedTracker(db, touchToken, 60_000);
  const tokens = await db.all<{ id: string }>('select id from tokens');
  const later = Date.now() + 60_000;
  for (const { id } of tokens) tracker.record(id, later);
  for (let i = 0; i < 5000; i++) tracker.record(`tok_${i}`, later);
  let isStored = false;
  const flushing = tracker.flush().then(() => (isStored = true));
  await service.create({ uri: 'https://shop.example/' });
  assert.ok(!isStored);
  await flushing;
  const used = await db.all('select 1 from tokens where last_used_at = ?', [later]);
  assert.ok(tokens.length > 0);
  assert.equal(used.length, tokens.length);
});
