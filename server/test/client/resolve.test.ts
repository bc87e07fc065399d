import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Platform } from '../../src/domain/app/platform.ts';
import { startService, type Service } from '../harness.ts';

const ROUTE = (name: string) => ({ link: `app-${name}://5`, fallback: `https://${name}.example/` });

describe('GET /client/v1/smartlinks/:code', () => {
  let service: Service;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
    const off = { enabled: false };
    const platforms = { web: off, iphone: off, ipad: off, universal: off, android: off };
    await service.apply({ apps: [{ name: 'shop', platforms }] });
  });

  const TABLE: [has: Platform[], token: Platform, gets: Platform | null][] = [
    [['iphone', 'android'], 'iphone', 'iphone'],
    [['iphone', 'android'], 'android', 'android'],
    [['iphone', 'android'], 'ipad', null],
    [['iphone', 'android'], 'web', null],
    [['universal'], 'iphone', 'universal'],
    [['universal'], 'ipad', 'universal'],
    [['iphone', 'universal'], 'iphone', 'iphone'],
    [['iphone', 'ipad', 'universal'], 'universal', 'universal'],
    [['iphone', 'ipad'], 'universal', 'iphone'],
    [['ipad'], 'universal', 'ipad'],
  ];
  for (const [has, token, gets] of TABLE) {
    test(`returns ${has.join(', ')} to a ${token} token as ${gets ?? 'no route'}`, async () => {
      const routes = Object.fromEntries(has.map((name) => [name, ROUTE(name)]));
      const { code } = await service.create({ uri: 'x', routes, metadata: { secret: 's' } });
      const resolved = await service.client(token).resolve(code);
      assert.deepEqual(resolved, { code, route: gets && ROUTE(gets) });
    });
  }

  test('returns the universal route to an iPhone also if a rule changes only a part of it', async () => {
    const routes = { universal: ROUTE('universal') };
    const fallback = 'https://shop.example/get';
    for (const [iphone, changed] of [
      [{ fallback }, { fallback }],
      [{ skip_page: true }, {}],
    ]) {
      const rules = [{ when: { app_version: { from: '1' } }, routes: { iphone } }];
      const body = { uri: 'x', routes, rules };
      const { json } = await service.request('POST', '/manage/v1/smartlinks', { body });
      const path = `/client/v1/smartlinks/${json.code}?app_version=2`;
      const resolved = await service.request('GET', path, { token: service.owner.tokens.iphone });
      assert.deepEqual(resolved.json.route, { ...ROUTE('universal'), ...changed });
    }
  });

  test('does not return metadata', async () => {
    const { code } = await service.create({ uri: 'x', metadata: { secret: 's' } });
    const { text, headers } = await service.request('GET', `/client/v1/smartlinks/${code}`, {
      token: service.owner.tokens.web,
    });
    assert.doesNotMatch(text, /secret|metadata/);
    assert.equal(headers.get('cache-control'), 'no-store');
  });
});
