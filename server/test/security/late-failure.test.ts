import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../harness.ts';

test('an error after the lookup of a token results in 500', async (t) => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  t.after(() => process.off('unhandledRejection', onRejection));
  let broken = false;
  // The clock fails only when the service records the use of a token.
  const now = (): number => {
    if (broken && /\/http\/auth\./.test(new Error('clock').stack ?? '')) throw new Error('no time');
    return Date.now();
  };
  const { url, owner } = await startService({ CLICKS: 'off' }, { now });
  broken = true;
  // The token is not cached yet, so the service reads it from the database.
  const response = await fetch(new URL('/v2/smartlinks/BCDFGHJK', url), {
    headers: { authorization: `Token ${owner.tokens.server}` },
    signal: AbortSignal.timeout(30_000),
  });
  const { code } = (await response.json()) as { code: string };
  assert.deepEqual([response.status, code], [500, 'internal']);
  assert.deepEqual(rejections, []);
});
