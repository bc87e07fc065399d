import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasDestination, routeChanges } from './route-changes.ts';

const LINK = { code: 'abc', uri: 'products/5', template_before: null, template_after: 'product' };

describe('what would come out differently', () => {
  it('is named by platform and field', () => {
    const changes = routeChanges({
      ...LINK,
      routes_before: {
        web: { link: 'https://a/1', fallback: '' },
        ipad: { link: 'a://1', fallback: 'https://a' },
      },
      routes_after: { web: { link: 'https://b/1', fallback: '', skip_page: true } },
    });
    assert.deepEqual(changes, [
      { platform: 'web', field: 'link', before: 'https://a/1', after: 'https://b/1' },
      { platform: 'web', field: 'skip_page', before: undefined, after: 'true' },
      { platform: 'ipad', field: 'link', before: 'a://1', after: undefined },
      { platform: 'ipad', field: 'fallback', before: 'https://a', after: undefined },
    ]);
  });
});

describe('a link that comes out', () => {
  it('leads somewhere when it is an address', () => {
    assert.ok(hasDestination('com.shop.app://products/5'));
    assert.ok(hasDestination('https://shop.example'));
    assert.ok(!hasDestination('products/5'));
    assert.ok(!hasDestination('products/a:b'));
  });
});
