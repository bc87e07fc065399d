import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, beforeEach, describe, test } from 'node:test';
import { isSmartlinkError } from '@smartlink/client';
import { startService, type Service } from '../harness.ts';

const DAY_SECONDS = 86_400;

describe('guessing codes', () => {
  /** Allows three unknown codes per minute, behind a proxy. */
  let service: Service;
  let now = Date.now();
  before(async () => {
    const environment = { CLICKS: 'off', MISSES_PER_MINUTE: '3', TRUSTED_PROXIES: 'loopback' };
    service = await startService(environment, { now: () => now });
  });
  const advanceClock = (seconds: number) => void (now += seconds * 1000);
  // No network has to wait any more.
  beforeEach(() => advanceClock(DAY_SECONDS));

  type Ask = (code: string, from: string) => Promise<number>;
  const asks: Record<string, Ask> = {
    'by redeeming': async (code, from) =>
      (
        await service.request('POST', '/client/v1/redemptions', {
          token: service.owner.tokens.web,
          headers: { 'x-forwarded-for': from },
          body: { smartlink: code, redemption_id: randomUUID() },
        })
      ).status,
    'by looking up': async (code, from) =>
      (
        await service.request('GET', `/client/v1/smartlinks/${code}`, {
          token: service.owner.tokens.web,
          headers: { 'x-forwarded-for': from },
        })
      ).status,
    'by retrieving': async (code, from) =>
      (
        await service.request('GET', `/v2/smartlinks/${code}`, {
          token: service.owner.tokens.web,
          headers: { 'x-forwarded-for': from },
        })
      ).status,
  };

  for (const [how, ask] of Object.entries(asks)) {
    test(`is limited: ${how}, for that network alone and for some time`, async () => {
      const { code } = await service.create({ uri: 'a' });
      for (let i = 0; i < 50; i++) assert.equal(await ask(code, '203.0.113.7'), 200);
      for (let i = 0; i < 3; i++) assert.equal(await ask('BCDFGHJK', '203.0.113.7'), 404);
      assert.equal(await ask('BCDFGHJK', '203.0.113.7'), 429);
      assert.equal(await ask(code, '203.0.113.7'), 429, 'an existing code');
      assert.equal(await ask(code, '203.0.113.8'), 200, 'an existing code, elsewhere');
      assert.equal(await ask('BCDFGHJK', '203.0.113.8'), 404);
      advanceClock(20);
      assert.equal(await ask(code, '203.0.113.7'), 200, 'an existing code, later');
      assert.equal(await ask('BCDFGHJK', '203.0.113.7'), 404);
      assert.equal(await ask('BCDFGHJK', '203.0.113.7'), 429);
      advanceClock(60);
      for (let i = 0; i < 3; i++) assert.equal(await ask('BCDFGHJK', '203.0.113.7'), 404);
      assert.equal(await ask('BCDFGHJK', '203.0.113.7'), 429);
    });
  }

  for (const [how, ask] of Object.entries(asks)) {
    test(`is limited for simultaneous requests: ${how}`, async (t) => {
      const burst = async (): Promise<number> => {
        const asked = Array.from({ length: 60 }, () => ask('BCDFGHJK', '203.0.113.7'));
        return (await Promise.all(asked)).filter((status) => status === 404).length;
      };
      const first = await burst();
      let more = 0;
      for (let i = 0; i < 10; i++) {
        advanceClock(20);
        more += await burst();
      }
      t.diagnostic(`${first} at once, then ${more}`);
      assert.ok(first + more <= 60 + 13, `${first} at once, then ${more}`);
    });
  }

  test('counts the addresses of one IPv6 network as one client', async () => {
    const ask = asks['by redeeming'] as Ask;
    for (let i = 0; i < 3; i++) {
      assert.equal(await ask('BCDFGHJK', `2001:db8:1:2::${i}`), 404);
    }
    assert.equal(await ask('BCDFGHJK', '2001:db8:1:2:ffff::9'), 429);
    assert.equal(await ask('BCDFGHJK', '2001:db8:1:3::1'), 404);
  });

  test('counts another /64 of the same /48, another port or an invalid address as the same client', async () => {
    const ask = asks['by redeeming'] as Ask;
    for (let i = 0; i < 24; i++) {
      assert.equal(await ask('BCDFGHJK', `2001:db8:7:${i}::1`), 404);
    }
    assert.equal(await ask('BCDFGHJK', '2001:db8:7:ffff::1'), 429);
    assert.equal(await ask('BCDFGHJK', '2001:db8:8:1::1'), 404, 'another /48');
    for (let i = 0; i < 3; i++) {
      assert.equal(await ask('BCDFGHJK', `203.0.113.7:${5000 + i}`), 404);
    }
    assert.equal(await ask('BCDFGHJK', '203.0.113.7:6000'), 429);
    for (let i = 0; i < 3; i++) {
      assert.equal(await ask('BCDFGHJK', `garbage-${i}`), 404);
    }
    assert.equal(await ask('BCDFGHJK', 'garbage-4'), 429);
  });

  test('does not affect the result of an earlier redemption', async () => {
    const { code } = await service.create({ uri: 'a' });
    const redeem = (smartlink: string, redemption_id: string) =>
      service.request('POST', '/client/v1/redemptions', {
        token: service.owner.tokens.web,
        body: { smartlink, redemption_id },
      });
    const id = randomUUID();
    const first = await redeem(code, id);
    for (let i = 0; i < 3; i++) await redeem('BCDFGHJK', randomUUID());
    assert.equal((await redeem(code, randomUUID())).status, 429);
    const again = await redeem(code, id);
    assert.deepEqual([again.status, again.text], [200, first.text]);
  });

  test('returns how long to wait', async () => {
    const client = service.client('web');
    for (let i = 0; i < 3; i++) await client.resolve('BCDFGHJK').catch(() => undefined);
    const error: unknown = await client
      .resolve('BCDFGHJK', { giveUpAfterMs: 1000 })
      .catch((thrown: unknown) => thrown);
    assert.ok(isSmartlinkError(error, 'too_many_misses'));
    assert.equal(error.retryAfterSeconds, 20);
    // Another token from the same address counts separately.
    const other = await service
      .client('android')
      .resolve('BCDFGHJK')
      .catch((thrown: unknown) => thrown);
    assert.ok(isSmartlinkError(other, 'not_found'));
  });

  test('is not limited for server tokens', async () => {
    for (let i = 0; i < 20; i++) {
      assert.equal((await service.request('GET', '/v2/smartlinks/BCDFGHJK')).status, 404);
    }
  });
});
