import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../harness.ts';

test('who opens too many unknown codes waits; links open on, at a human pace, for everybody', async () => {
  let now = Date.now();
  const service = await startService(
    { MISSES_PER_MINUTE: '5', TRUSTED_PROXIES: 'loopback' },
    { now: () => now },
  );
  const { code } = await service.create({ uri: 'https://shop.example/' });
  const open = async (path: string, from: string): Promise<number> => {
    const headers = { 'x-forwarded-for': from, 'user-agent': 'curl/8' };
    const answer = await service.request('GET', `/${path}`, { token: undefined, headers });
    if (answer.status === 429) {
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    }
    return answer.status;
  };
  const guess = (i: number): string => `${22222222 + i}`;
  for (let i = 0; i < 5; i++) assert.equal(await open(guess(i), '2001:db8::1'), 404);
  assert.equal(await open(guess(5), '2001:db8::1'), 429);
  assert.equal(await open(guess(6), '2001:db8::ffff:1'), 429, 'the same /64');
  assert.equal(await open(guess(7), '2001:db8:0:1::1'), 404, 'a neighbour');
  assert.equal(await open(code, '2001:db8::1'), 302, 'links open on');
  const statuses = new Set<number>();
  for (let i = 0; i < 100; i++) statuses.add(await open(code, '2001:db8::1'));
  assert.deepEqual([...statuses], [302, 429], 'but no faster than people do');
  assert.equal(await open(code, '192.0.2.1'), 302);
  now += 60_000;
  assert.equal(await open(guess(8), '2001:db8::1'), 404, 'a minute later it may err again');
});
