import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startService, type Service } from '../harness.ts';

describe('the rate limit of platform tokens', () => {
  let now = Date.now();
  const start = (perMinute: number, perToken: number): Promise<Service> =>
    startService(
      {
        CLICKS: 'off',
        TRUSTED_PROXIES: 'loopback',
        PLATFORM_CREATES_PER_MINUTE: String(perMinute),
        PLATFORM_CREATES_PER_MINUTE_PER_TOKEN: String(perToken),
      },
      { now: () => now },
    );
  const from = (service: Service, network: string, kind: 'web' | 'android' | 'server' = 'web') =>
    service.request('POST', '/v2/smartlinks', {
      token: service.owner.tokens[kind],
      body: { uri: 'a' },
      headers: { 'x-forwarded-for': network },
    });

  test('applies to a token and a network together, and recovers', async () => {
    const service = await start(3, 0);
    for (let i = 0; i < 3; i++) assert.equal((await from(service, '192.0.2.1')).status, 201);
    const refused = await from(service, '192.0.2.1');
    assert.deepEqual([refused.status, refused.json.code], [429, 'too_many_creates']);
    assert.equal(refused.headers.get('retry-after'), '20');
    assert.match(refused.json.detail, /from this network/);
    // Other networks, other tokens and server tokens are not affected.
    assert.equal((await from(service, '192.0.2.2')).status, 201);
    assert.equal((await from(service, '192.0.2.1', 'android')).status, 201);
    for (let i = 0; i < 10; i++) {
      assert.equal((await from(service, '192.0.2.1', 'server')).status, 201);
    }
    now += 20_000;
    assert.equal((await from(service, '192.0.2.1')).status, 201);
    assert.equal((await from(service, '192.0.2.1')).status, 429);
  });

  test('applies to a token from all networks too', async () => {
    const service = await start(2, 5);
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push((await from(service, `192.0.2.${i}`)).status);
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 429, 429]);
    const refused = await from(service, '2001:db8::1');
    assert.equal(refused.headers.get('retry-after'), '12');
    assert.doesNotMatch(refused.json.detail, /network/);
    assert.equal((await from(service, '192.0.2.1', 'android')).status, 201);
    // Rejected requests did not count.
    now += 12_000;
    assert.equal((await from(service, '192.0.2.9')).status, 201);
  });

  test('counts requests before the body is read, also failed ones', async () => {
    const service = await start(2, 0);
    const send = (body: string) =>
      service.request('POST', '/v2/smartlinks', { token: service.owner.tokens.web, body });
    assert.equal((await send('{')).status, 400);
    assert.equal((await send('{}')).status, 422);
    assert.equal((await send(`"${'x'.repeat(70_000)}"`)).status, 429);
  });

  test('can be turned off with 0', async () => {
    const service = await start(0, 0);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => from(service, '192.0.2.1')),
    );
    assert.ok(answers.every(({ status }) => status === 201));
  });

  test('is 60 per minute for a network by default', async () => {
    const service = await startService({ CLICKS: 'off' }, { now: () => now });
    const answers = await Promise.all(
      Array.from({ length: 400 }, () =>
        service.request('POST', '/v2/smartlinks', {
          token: service.owner.tokens.web,
          body: { uri: 'a', metadata: { text: 'x'.repeat(15_000) } },
        }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 60);
    assert.equal(answers.filter(({ status }) => status === 429).length, 340);
  });
});
