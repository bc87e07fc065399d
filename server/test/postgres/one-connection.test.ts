import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { SHOP, startService, type Service } from '../harness.ts';
import { loadFactor } from '../processes.ts';

/** Shorter than a request waits for a connection. */
const MOST_MS = 4500;

// A transaction that waits for another connection of its own pool waits for itself.
describe('with one connection', () => {
  let service: Service;
  let code: string;
  const redemption = randomUUID();
  before(async () => {
    service = await startService({ DATABASE_POOL_SIZE: '1' });
    await service.apply(SHOP);
    ({ code } = await service.create({ uri: 'products/1', redeemLimit: 5 }));
    const redeemed = await service.request('POST', '/client/v1/redemptions', {
      token: service.owner.tokens.iphone,
      body: { smartlink: code, redemption_id: redemption },
    });
    assert.equal(redeemed.status, 200, redeemed.text);
  });

  const CHANGES: readonly (readonly [method: string, path: string, body?: object])[] = [
    ['POST', 'webhooks', { url: 'https://hooks.shop.example/' }],
    ['POST', 'smartlinks', { uri: 'products/2', code: 'secondLink', external_id: 'SKU-2' }],
    ['PATCH', 'smartlinks/{code}', { name: 'First' }],
    ['PUT', 'external-ids/SKU-2', { uri: 'products/3' }],
    ['POST', 'smartlinks/bulk', { links: [{ uri: 'products/4' }, { uri: 'products/5' }] }],
    ['POST', 'smartlinks/changes', { filter: {}, change: { add_tags: ['all'] } }],
    ['POST', `smartlinks/{code}/redemptions/${redemption}/give-back`],
    ['DELETE', 'smartlinks/{code}'],
    ['POST', 'smartlinks/{code}/restore'],
    ['PATCH', 'app', { platform_tokens: { create: 'off' } }],
    ['POST', 'tokens', { kind: 'server' }],
  ];
  for (const [method, path, body] of CHANGES) {
    it(`${method} ${path} does not wait for a second one`, async () => {
      // As after any change of an app, of which another instance can have made it.
      service.app.ctx.cache.directories.expire();
      const began = performance.now();
      const answer = await service.request(
        method,
        `/manage/v1/${path.replace('{code}', code)}`,
        body ? { body } : {},
      );
      assert.ok(answer.status < 300, answer.text);
      const tookMs = performance.now() - began;
      assert.ok(tookMs < MOST_MS * loadFactor(), `${tookMs} ms`);
    });
  }
});
