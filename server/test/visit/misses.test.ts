import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../harness.ts';

/** The time stands still: otherwise, more is permitted while a slow machine sends the requests. */
const STILL = Date.now();

test('a client with too many unknown codes must wait; existing links still open at a limited rate', async () => {
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
  assert.equal(await open(code, '2001:db8::1'), 302, 'existing links still open');
  const statuses = new Set<number>();
  for (let i = 0; i < 100; i++) statuses.add(await open(code, '2001:db8::1'));
  assert.deepEqual([...statuses], [302, 429], 'but only at a limited rate');
  assert.equal(await open(code, '192.0.2.1'), 302);
  now += 60_000;
  assert.equal(
    await open(guess(8), '2001:db8::1'),
    404,
    'a minute later, unknown codes are permitted again',
  );
});

test('an address that cannot be a code is no guess, looks up no link, and has the limit of existing links', async () => {
  const service = await startService({ MISSES_PER_MINUTE: '3' }, { now: () => STILL });
  const { code } = await service.create({ uri: 'https://shop.example/' });
  const open = async (path: string): Promise<number> =>
    (await service.request('GET', `/${path}`, { token: undefined })).status;
  const others = ['apple-touch-icon.png', 'sw.js', 'abc', '2'.repeat(33), '%E2%80%A6'];
  for (const path of others) assert.equal(await open(path), 404);
  const { db } = service.app.ctx;
  const lookUp = db.lookUp.bind(db);
  db.lookUp = () => assert.fail('a link is looked up');
  for (let i = 0; i < 4; i++) for (const path of others) assert.equal(await open(path), 404, path);
  db.lookUp = lookUp;
  assert.equal(await open(code), 302);
  for (let i = 0; i < 3; i++) assert.equal(await open(`%3222222${i}`), 404);
  assert.equal(await open('22222223'), 429, 'guesses are still counted');
  const statuses = new Set<number>();
  for (let i = 0; i < 40; i++) statuses.add(await open('apple-touch-icon.png'));
  assert.deepEqual([...statuses], [404, 429]);
});

test('another /64 of the same /48 or another port for each guess does not avoid the limit', async () => {
  const service = await startService(
    { MISSES_PER_MINUTE: '3', TRUSTED_PROXIES: 'loopback' },
    { now: () => STILL },
  );
  let guesses = 0;
  const open = async (from: string): Promise<number> => {
    const headers = { 'x-forwarded-for': from };
    const path = `/${22222222 + guesses++}`;
    return (await service.request('GET', path, { token: undefined, headers })).status;
  };
  // Eight times as many requests as one network may send.
  for (let i = 0; i < 24; i++) assert.equal(await open(`2001:db8:7:${i}::1`), 404);
  assert.equal(await open('2001:db8:7:ffff::1'), 429);
  assert.equal(await open('2001:db8:8:1::1'), 404, 'another /48');
  for (let i = 0; i < 3; i++) assert.equal(await open(`203.0.113.7:${5000 + i}`), 404);
  assert.equal(await open('203.0.113.7:6000'), 429);
  assert.equal(await open('[::ffff:203.0.113.7]:6001'), 429);
  assert.equal(await open('203.0.113.8:6000'), 404, 'another client');
  // Invalid addresses count for the proxy that sends them.
  for (let i = 0; i < 3; i++) assert.equal(await open(`garbage-${i}`), 404);
  assert.equal(await open('garbage-4'), 429);
});
