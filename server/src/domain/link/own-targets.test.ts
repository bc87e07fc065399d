import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foreignRouteIssues, hasBase, OwnTargets } from './own-targets.ts';
import { newAppPlatforms } from '../app/platform.ts';
import { runToEnd } from '../text/steps.ts';
import type { Template } from '../template/template.ts';

const platforms = {
  ...newAppPlatforms(),
  web: { enabled: true, base: 'https://Shop.example/de', fallback: 'https://get.shop.example/' },
  iphone: {
    enabled: true,
    base: 'com.shop.app://',
    fallback: 'https://apps.apple.com/de/app/shop/id123?mt=8',
  },
  ipad: { enabled: false, base: 'https://tablets.example:8443', fallback: '' },
  universal: { enabled: true, base: 'https://bücher.example', fallback: '' },
  android: {
    enabled: true,
    fallback: 'https://play.google.com/store/apps/details?id=com.shop.app',
  },
};

function template(pattern: string, link: string, fallback?: string): Template {
  const routes = { android: { link, ...(fallback === undefined ? {} : { fallback }) } };
  return { name: 'one', pattern, routes };
}

const templates: readonly Template[] = [
  template('products/:id', 'market://details?id=com.shop.:id', '@web'),
  template('help/:id', 'https://help.example/:id', ''),
  template('call/:number', 'tel::number'),
  // Now rejected, but the database of an earlier version can contain them.
  template('old/:host', 'https://:host/x'),
  template('older/:scheme', ':scheme://x'),
];
const targets = runToEnd(OwnTargets.of(platforms, templates));

describe('OwnTargets', () => {
  const OWN = [
    'https://shop.example/products/5?a=b#c',
    'HTTPS://SHOP.EXAMPLE/',
    'http://shop.example/',
    'https://shop.example:443/',
    'https://get.shop.example/',
    'https://GET.shop.example',
    'https://tablets.example:8443/x',
    'https://bücher.example/x',
    'https://xn--bcher-kva.example/x',
    'https://help.example/y',
    'com.shop.app://anything',
    'COM.SHOP.APP:anything',
    'tel:+15550100',
    'market://details?id=com.other.app',
    'https://apps.apple.com/app/id123',
    'https://apps.apple.com/fr/app/boutique/id123?pt=1&ct=mail',
    'https://itunes.apple.com/app/id123',
    'itms-apps://itunes.apple.com/app/id123',
    'https://play.google.com/store/apps/details?hl=de&id=com.shop.app&referrer=mail',
    'products/5',
    '/products/5',
    '',
  ];
  for (const address of OWN) {
    it(address, () => assert.equal(targets.has(address), true));
  }

  const FOREIGN = [
    'https://evil.example/',
    // Only the fallback itself.
    'https://get.shop.example/other',
    'https://get.shop.example/?next=other',
    'https://shop.example.evil.example/',
    'https://evil.example/shop.example',
    'https://sub.shop.example/',
    'https://example/',
    'https://shop.example:8443/',
    'https://shop.example./',
    'https://shop.example。evil.example/',
    'https://tablets.example/',
    'https://tablets.example:443/',
    'https://xn--shop-9ra.example/',
    'https://ѕhop.example/',
    'https://:host/x',
    'https://1/x',
    'com.shop.app.evil://x',
    'com.shop://x',
    'scheme://x',
    'mailto:a@b.example',
    'https://apps.apple.com/app/id999',
    'https://apps.apple.com/app/id999?x=/app/id123',
    'https://apps.apple.com/developer/id123',
    'itms-apps://evil.example/app/id123',
    'https://apps.apple.com:8443/app/id123',
    'https://play.google.com/store/apps/details?id=com.evil.app',
    'https://play.google.com/store/apps/details?id=com.evil.app&id=com.shop.app',
    'https://play.google.com/store/apps/details#?id=com.shop.app',
    'https://play.google.com/store/search?q=evil&id=com.shop.app',
    'https://play.google.com/',
    '/\\evil.example',
    '\\\\evil.example/x',
    '//evil.example/x',
  ];
  for (const address of FOREIGN) {
    it(`does not include ${address}`, () => assert.equal(targets.has(address), false));
  }

  it('requires a base', () => {
    assert.equal(hasBase(newAppPlatforms()), false);
    assert.equal(hasBase({ ...newAppPlatforms(), ipad: platforms.ipad }), true);
  });
});

describe('routes to other targets', () => {
  const evil = { link: 'https://evil.example/', fallback: '' };
  const pointers = (
    routes: Parameters<typeof foreignRouteIssues>[0],
    sent: Parameters<typeof foreignRouteIssues>[1] = {},
  ): string[] =>
    foreignRouteIssues(routes, sent, targets).map(({ pointer, detail }) => {
      assert.match(detail, /leads to .* does not belong to the app.*server token/);
      return pointer;
    });

  it('are reported once, at the override or else at the URI', () => {
    assert.deepEqual(pointers({ web: evil, iphone: evil, android: evil }), ['/uri']);
    assert.deepEqual(
      pointers(
        { web: evil, iphone: { link: 'com.shop.app://', fallback: 'https://evil.example/2' } },
        { web: evil, iphone: { fallback: 'https://evil.example/2' } },
      ),
      ['/routes/web/link', '/routes/iphone/fallback'],
    );
    // The fallback `@web` was replaced by the web link.
    assert.deepEqual(
      pointers(
        { web: evil, iphone: { link: 'com.shop.app://', fallback: evil.link } },
        { web: { link: evil.link } },
      ),
      ['/routes/web/link'],
    );
  });
});
