import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';

const SETTINGS = {
  CLICKS: 'off',
  PLATFORM_CREATES_PER_MINUTE: '0',
  PLATFORM_CREATES_PER_MINUTE_PER_TOKEN: '0',
};

describe('platform_tokens.max_links', () => {
  let service: Service;
  before(async () => {
    service = await startService(SETTINGS);
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
