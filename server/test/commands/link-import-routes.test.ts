import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shop } from './import-shop.ts';

describe('smartlink link import of current routes', () => {
  for (const [format, map] of [
    ['csv', 'routes=current_routes'],
    ['ndjson', 'routes=routes'],
  ] as const) {
    it(`creates links with the routes of an export as ${format}, and those of platforms without a base`, async () => {
      const [from, to] = [await shop(), await shop()];
      const templates = [
        {
          name: 'product',
          pattern: 'products/:id',
          skip_page: true,
          routes: { android: { link: 'com.shop.app://product/:id' } },
        },
      ];
      // Platforms without a base get the URI as it is sent: a path, or a deep link on the web.
      const platforms = { web: {}, iphone: {}, ipad: {}, universal: {}, android: {} };
      const store = { fallback: 'https://shop.example/get' };
      for (const [{ run }, app] of [
        [from, { platforms: { ...platforms, ipad: store }, templates }],
        [to, { platforms: { ...platforms, android: { base: 'other://' } }, templates: [] }],
      ] as const) {
        const applied = await run(['apply', '-'], JSON.stringify({ name: 'shop', ...app }));
        assert.equal(applied.code, 0, applied.stderr);
      }
      const made = await from.importText(
        'uri,external_id\nproducts/1,path\ncom.shop.app://x,deep\n',
      );
      assert.match(made.stdout, /^2 created/, made.stderr);
      const copied = await to.importText(await from.exported('--format', format), '--map', map);
      assert.equal(copied.stderr, '');
      const [before, after] = [await from.links(), await to.links()];
      const { skip_page, ...android } = before.get('path').routes.android;
      assert.equal(skip_page, true);
      assert.deepEqual(after.get('path').routes, {
        ...before.get('path').routes,
        ...Object.fromEntries(
          ['web', 'iphone', 'ipad', 'universal'].map((name) => {
            const { link, fallback } = before.get('path').routes[name];
            return [name, { link, fallback }];
          }),
        ),
        android,
      });
      assert.deepEqual(after.get('deep').routes, before.get('deep').routes);
    });
  }
});
