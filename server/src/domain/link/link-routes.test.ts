import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkRoutes, type LinkRoutes } from './link-routes.ts';
import { ownAddresses } from './own-address.ts';
import {
  newAppPlatforms,
  PLATFORMS,
  type Platform,
  type PlatformSettings,
} from '../app/platform.ts';
import type { RouteOverride } from './route.ts';
import { Matcher } from '../template/matcher.ts';
import type { Template } from '../template/template.ts';
import { parseBaseUri } from '../text/uri.ts';

type Settings = Partial<Record<Platform, Partial<PlatformSettings>>>;
type Overrides = Partial<Record<Platform, RouteOverride>>;

const own = ownAddresses('https://api.example', 'https://go.example', []);
const STORE = 'https://apps.apple.com/app/id1';
const PLAY = 'https://play.google.com/store/apps/details?id=com.shop.app';

/** A shop with a web site, an app for iPhone and iPad, and another for Android. */
const SHOP: Settings = {
  web: { base: 'https://shop.example' },
  iphone: { base: 'com.shop.ios://', fallback: STORE },
  android: { base: 'com.shop.droid://open', fallback: PLAY },
};
const PRODUCT: Template = {
  name: 'product',
  pattern: 'products/:id',
  routes: {
    web: { link: 'https://shop.example/p/:id' },
    iphone: { link: 'com.shop.ios://product/:id', fallback: '@web' },
    ipad: { link: 'com.shop.ios://pad?id=:id', fallback: '' },
    android: { fallback: 'https://shop.example/get?from=:id' },
  },
};

function made(
  uri: string,
  settings: Settings = {},
  templates: readonly Template[] = [],
  overrides: Overrides = {},
): LinkRoutes {
  const parsed = parseBaseUri(uri);
  if ('issue' in parsed) assert.fail(parsed.issue);
  const platforms = newAppPlatforms();
  for (const platform of PLATFORMS) {
    platforms[platform] = { ...platforms[platform], ...settings[platform] };
  }
  const rules = { platforms, matcher: new Matcher(templates) };
  return linkRoutes(uri, parsed.value, overrides, rules, own);
}

/** `{ web: 'link fallback' }`, only for the platforms in `wanted`. */
function assertRoutes(result: LinkRoutes, wanted: Partial<Record<Platform, string>>): void {
  assert.deepEqual(result.issues, []);
  for (const [platform, text] of Object.entries(wanted)) {
    const route = result.routes[platform as Platform];
    assert.equal(route && `${route.link} ${route.fallback}`.trim(), text, platform);
  }
}

describe('the same path on every platform', () => {
  it('is the URI as it was sent if no platform has a base', () => {
    for (const uri of ['products/5', '/products/5?a#b', 'https://shop.example/', 'shop://p/5']) {
      const { routes, issues, match } = made(uri);
      assert.deepEqual({ issues, match }, { issues: [], match: undefined });
      const same = { link: uri, fallback: '' };
      assert.deepEqual(routes, Object.fromEntries(PLATFORMS.map((platform) => [platform, same])));
    }
  });

  const SAME: readonly [uri: string, web: string, iphone: string, android: string][] = [
    ...['products/5', '/products/5'].map(
      (uri) =>
        [
          uri,
          'https://shop.example/products/5',
          `com.shop.ios://products/5 ${STORE}`,
          `com.shop.droid://open/products/5 ${PLAY}`,
        ] as [string, string, string, string],
    ),
    // A web address remains as it was sent on the web, for any host.
    [
      'HTTPS://Www.Shop.Example/products/5?ref=a%20b#top',
      'HTTPS://Www.Shop.Example/products/5?ref=a%20b#top',
      `com.shop.ios://products/5?ref=a%20b#top ${STORE}`,
      `com.shop.droid://open/products/5?ref=a%20b#top ${PLAY}`,
    ],
    // A deep link remains on the platforms with its scheme.
    [
      'COM.shop.ios://products/5?a=1',
      'https://shop.example/products/5?a=1',
      `COM.shop.ios://products/5?a=1 ${STORE}`,
      `com.shop.droid://open/products/5?a=1 ${PLAY}`,
    ],
    [
      'com.shop.droid://products/5',
      'https://shop.example/products/5',
      `com.shop.ios://products/5 ${STORE}`,
      `com.shop.droid://products/5 ${PLAY}`,
    ],
    // Only a query, and an empty text.
    [
      'https://shop.example?a=1',
      'https://shop.example?a=1',
      `com.shop.ios://?a=1 ${STORE}`,
      `com.shop.droid://open?a=1 ${PLAY}`,
    ],
    ['/', 'https://shop.example', `com.shop.ios:// ${STORE}`, `com.shop.droid://open ${PLAY}`],
  ];
  for (const [uri, web, iphone, android] of SAME) {
    it(`of ${uri}`, () => {
      assertRoutes(made(uri, SHOP), { web, iphone, android, ipad: uri, universal: uri });
    });
  }

  it('joins the path of a web address with the web base of another platform', () => {
    const settings: Settings = { android: { base: 'https://m.shop.example/a/' } };
    const uri = 'https://shop.example/products/5';
    assertRoutes(made(uri, settings), { web: uri, android: 'https://m.shop.example/a/products/5' });
  });
});

describe('the routes of a template', () => {
  it('replace the same path on the platforms that the template covers', () => {
    const result = made('products/5', SHOP, [PRODUCT]);
    assert.equal(result.match?.template.name, 'product');
    assertRoutes(result, {
      web: 'https://shop.example/p/5',
      iphone: 'com.shop.ios://product/5 https://shop.example/p/5',
      ipad: 'com.shop.ios://pad?id=5',
      universal: 'products/5',
      android: 'com.shop.droid://open/products/5 https://shop.example/get?from=5',
    });
  });
  it('apply to all three forms of a URI, including the own form of a platform', () => {
    for (const uri of ['https://else.example/products/5', 'com.shop.ios://products/5']) {
      assertRoutes(made(uri, SHOP, [PRODUCT]), {
        web: 'https://shop.example/p/5',
        iphone: 'com.shop.ios://product/5 https://shop.example/p/5',
      });
    }
  });
  it('add query and fragment to links without their own', () => {
    assertRoutes(made('products/5?a=1#top', SHOP, [PRODUCT]), {
      web: 'https://shop.example/p/5?a=1#top',
      iphone: 'com.shop.ios://product/5?a=1#top https://shop.example/p/5?a=1#top',
      ipad: 'com.shop.ios://pad?id=5#top',
      android: 'com.shop.droid://open/products/5?a=1#top https://shop.example/get?from=5',
    });
  });
  it('default to the fallback of the platform', () => {
    const bare = { ...PRODUCT, routes: { iphone: { link: 'com.shop.ios://x/:id' } } };
    assertRoutes(made('products/5', SHOP, [bare]), { iphone: `com.shop.ios://x/5 ${STORE}` });
  });
  it('have no fallback if @web is not a web address', () => {
    const settings: Settings = { iphone: { base: 'com.shop.ios://', fallback: STORE } };
    const template = { ...PRODUCT, routes: { iphone: { fallback: '@web' } } };
    assertRoutes(made('products/5', settings, [template]), { iphone: 'com.shop.ios://products/5' });
    const off: Settings = { ...SHOP, web: { enabled: false } };
    assertRoutes(made('products/5', off, [template]), { iphone: 'com.shop.ios://products/5' });
  });
});

describe('the routes of the request', () => {
  it('replace only the fields that they contain', () => {
    const sent: Overrides = {
      web: { link: 'https://sale.example/' },
      ipad: { link: 'shop://x', fallback: STORE },
      android: { fallback: '' },
    };
    assertRoutes(made('products/5', SHOP, [PRODUCT], sent), {
      web: 'https://sale.example/',
      iphone: 'com.shop.ios://product/5 https://sale.example/',
      ipad: `shop://x ${STORE}`,
      universal: 'products/5',
      android: 'com.shop.droid://open/products/5',
    });
  });
});

describe('the page that a template skips', () => {
  const direct: Template = { ...PRODUCT, skip_page: true };
  const skipped = (overrides: Overrides, template = direct) =>
    PLATFORMS.filter(
      (platform) => made('products/5', SHOP, [template], overrides).routes[platform]?.skip_page,
    );
  it('is not skipped on platforms whose link is in the request', () => {
    assert.deepEqual(skipped({}), PLATFORMS);
    const sent: Overrides = {
      ipad: { link: 'pad://5', fallback: STORE },
      android: { link: 'x://5' },
    };
    assert.deepEqual(skipped(sent), ['web', 'iphone', 'universal']);
    const routes = { ...PRODUCT.routes, ipad: { skip_page: true } };
    assert.deepEqual(skipped(sent, { ...PRODUCT, routes }), []);
  });
  it('is skipped if the request has only a fallback', () => {
    assert.deepEqual(skipped({ ipad: { fallback: STORE } }), PLATFORMS);
  });
});

describe('a disabled platform', () => {
  const off: Settings = { ...SHOP, android: { ...SHOP.android, enabled: false } };
  it('has no default route, with or without a template', () => {
    assert.equal(made('products/5', off).routes.android, undefined);
    assert.equal(made('products/5', off, [PRODUCT]).routes.android, undefined);
  });
  it('has the route of the request', () => {
    const sent = { android: { link: 'shop://x' } };
    assertRoutes(made('products/5', off, [PRODUCT], sent), { android: `shop://x ${PLAY}` });
  });
  it('cannot have only a fallback', () => {
    const { issues } = made('products/5', off, [], { android: { fallback: '' } });
    assert.deepEqual(
      issues.map((issue) => issue.pointer),
      ['/routes/android/link'],
    );
    assert.match(
      issues[0]?.detail ?? '',
      /^is required: the platform android is disabled in this app/,
    );
  });
});
