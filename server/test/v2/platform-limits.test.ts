import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';

const NO_LIMIT = { PLATFORM_CREATES_PER_MINUTE: '0', PLATFORM_CREATES_PER_MINUTE_PER_TOKEN: '0' };

describe('the rate limit of platform tokens', () => {
  let now = Date.now();
  const start = (perMinute: number, perToken: number): Promise<Service> =>
    startService(
      {
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
    const service = await startService({}, { now: () => now });
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

describe('platform_tokens.max_links', () => {
  let service: Service;
  before(async () => {
    service = await startService(NO_LIMIT);
  });

  const limited = async (name: string, max_links: number) => {
    const { tokens } = await createApp(service.app.ctx, name);
    const { name: _, ...setup } = SHOP.apps[0] ?? { name };
    await service.apply({ apps: [{ ...setup, name, platform_tokens: { max_links } }] });
    const create = (
      body: object,
      { kind = 'web', key }: { kind?: 'web' | 'ipad' | 'server'; key?: string } = {},
    ): Promise<Answer> =>
      service.request('POST', '/v2/smartlinks', {
        token: tokens[kind],
        body,
        headers: key === undefined ? {} : { 'idempotency-key': key },
      });
    const manage = (method: string, path: string, body?: object) =>
      service.request(method, `/manage/v1/${path}`, { token: tokens.server, body });
    const used = async (): Promise<number> => (await manage('GET', 'tokens')).json.platform_links;
    return { create, manage, used };
  };

  test('is exact for simultaneous requests, with and without keys', async () => {
    const { create, used } = await limited('exact', 25);
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, i) =>
        create(
          { uri: `a/${i}` },
          { kind: i % 2 === 0 ? 'web' : 'ipad', ...(i % 3 === 0 ? { key: `key ${i}` } : {}) },
        ),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    assert.equal(made.length, 25);
    assert.equal(await used(), 25);
    for (const { status, json } of refused) {
      assert.deepEqual([status, json.code], [409, 'link_quota_reached']);
    }
    assert.match(refused[0]?.json.detail, /25/);
    // Server tokens are not limited.
    assert.equal((await create({ uri: 'a' }, { kind: 'server' })).status, 201);
    assert.equal(await used(), 25);
  });

  test('does not count a unique link that exists, which is returned above the limit', async () => {
    const { create, used } = await limited('found', 2);
    const unique = { uri: 'one', unique: true };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(unique)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(await used(), 1);
    // In one batch, requests that find a link do not count for the others.
    const mixed = await Promise.all([
      ...Array.from({ length: 5 }, () => create(unique)),
      create({ uri: 'two' }),
    ]);
    assert.deepEqual(
      mixed.map(({ status }) => status),
      [200, 200, 200, 200, 200, 201],
    );
    assert.equal((await create({ uri: 'three' })).status, 409);
    assert.equal((await create({ uri: 'three', unique: true })).status, 409);
    assert.equal((await create(unique)).status, 200);
    assert.equal(await used(), 2);
  });

  test('keeps a key free if the limit was reached, and does not count repeated keys', async () => {
    const { create, manage, used } = await limited('keys', 1);
    const first = await create({ uri: 'a' }, { key: 'first' });
    assert.equal(first.status, 201);
    assert.equal((await create({ uri: 'b' }, { key: 'second' })).status, 409);
    assert.equal((await create({ uri: 'a' }, { key: 'first' })).text, first.text);
    await manage('PATCH', 'app', { platform_tokens: { max_links: 2 } });
    assert.equal((await create({ uri: 'b' }, { key: 'second' })).status, 201);
    assert.equal(await used(), 2);
  });

  test('counts deleted links, and links from before the limit was set', async () => {
    const { create, manage, used } = await limited('kept', 3);
    const code = (await create({ uri: 'a' })).json.smartlink.split('/').at(-1);
    await manage('PATCH', 'app', { platform_tokens: {} });
    assert.equal((await create({ uri: 'b' })).status, 201);
    await manage('DELETE', `smartlinks/${code}`);
    assert.equal(await used(), 2);
    await manage('PATCH', 'app', { platform_tokens: { max_links: 2 } });
    assert.equal((await create({ uri: 'c' })).status, 409);
  });

  test('applies to one app', async () => {
    const [one, other] = [await limited('one', 5), await limited('other', 7)];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? one : other).create({ uri: 'x' })),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 12);
    assert.deepEqual([await one.used(), await other.used()], [5, 7]);
  });
});
