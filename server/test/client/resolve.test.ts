import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Platform } from '../../src/domain/app/platform.ts';
import { startService, type Service } from '../harness.ts';

const ROUTE = (name: string) => ({ link: `app-${name}://5`, fallback: `https://${name}.example/` });

describe('GET /client/v1/smartlinks/:code', () => {
  let service: Service;
  before(async () => {
    service = await startService();
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

  test('does not return metadata', async () => {
    const { code } = await service.create({ uri: 'x', metadata: { secret: 's' } });
    const { text, headers } = await service.request('GET', `/client/v1/smartlinks/${code}`, {
      token: service.owner.tokens.web,
    });
    assert.doesNotMatch(text, /secret|metadata/);
    assert.equal(headers.get('cache-control'), 'no-store');
  });
});
