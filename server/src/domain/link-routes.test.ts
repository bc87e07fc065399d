import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkRoutes, type LinkRoutes } from './link-routes.ts';
import { ownAddresses } from './own-address.ts';
import { newAppPlatforms, PLATFORMS, type Platform, type PlatformSettings } from './platform.ts';
import { LOOP, type RouteOverride } from './route.ts';
import { Matcher, type Template } from './template.ts';
import { MAX_LINK_LENGTH, parseBaseUri } from './uri.ts';

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
  if ('fault' in parsed) assert.fail(parsed.fault);
  const platforms = newAppPlatforms();
  for (const platform of PLATFORMS) {
    platforms[platform] = { ...platforms[platform], ...settings[platform] };
  }
  const rules = { platforms, matcher: new Matcher(templates) };
  return linkRoutes(uri, parsed.value, overrides, rules, own);
}

/** `{ web: 'link fallback' }`, only of the platforms that `wanted` names. */
function assertRoutes(result: LinkRoutes, wanted: Partial<Record<Platform, string>>): void {
  assert.deepEqual(result.faults, []);
  for (const [platform, text] of Object.entries(wanted)) {
    const route = result.routes[platform as Platform];
    assert.equal(route && `${route.link} ${route.fallback}`.trim(), text, platform);
  }
}

describe('the same path on every platform', () => {
  it('is the URI as it was sent where no platform has a base', () => {
    for (const uri of ['products/5', '/products/5?a#b', 'https://shop.example/', 'shop://p/5']) {
      const { routes, faults, match } = made(uri);
      assert.deepEqual({ faults, match }, { faults: [], match: undefined });
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
    // The web's own form stays as it was sent, whatever its host.
    [
      'HTTPS://Www.Shop.Example/products/5?ref=a%20b#top',
      'HTTPS://Www.Shop.Example/products/5?ref=a%20b#top',
      `com.shop.ios://products/5?ref=a%20b#top ${STORE}`,
      `com.shop.droid://open/products/5?ref=a%20b#top ${PLAY}`,
    ],
    // So does an app's own form, on the platforms of that app.
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
    // Nothing but a query, and nothing at all.
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

  it('of a web address is joined with the web base of another platform', () => {
    const settings: Settings = { android: { base: 'https://m.shop.example/a/' } };
    const uri = 'https://shop.example/products/5';
    assertRoutes(made(uri, settings), { web: uri, android: 'https://m.shop.example/a/products/5' });
  });
});

describe('the routes that a template makes', () => {
  it('take the place of the same path, where it speaks of the platform', () => {
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
  it('are used for all three forms of a URI, the own form of a platform included', () => {
    for (const uri of ['https://else.example/products/5', 'com.shop.ios://products/5']) {
      assertRoutes(made(uri, SHOP, [PRODUCT]), {
        web: 'https://shop.example/p/5',
        iphone: 'com.shop.ios://product/5 https://shop.example/p/5',
      });
    }
  });
  it('carry query and fragment over to links that have none of their own', () => {
    assertRoutes(made('products/5?a=1#top', SHOP, [PRODUCT]), {
      web: 'https://shop.example/p/5?a=1#top',
      iphone: 'com.shop.ios://product/5?a=1#top https://shop.example/p/5?a=1#top',
      ipad: 'com.shop.ios://pad?id=5#top',
      android: 'com.shop.droid://open/products/5?a=1#top https://shop.example/get?from=5',
    });
  });
  it('have the fallback of the platform where they have none', () => {
    const bare = { ...PRODUCT, routes: { iphone: { link: 'com.shop.ios://x/:id' } } };
    assertRoutes(made('products/5', SHOP, [bare]), { iphone: `com.shop.ios://x/5 ${STORE}` });
  });
  it('have no fallback where @web is no web address', () => {
    const settings: Settings = { iphone: { base: 'com.shop.ios://', fallback: STORE } };
    const template = { ...PRODUCT, routes: { iphone: { fallback: '@web' } } };
    assertRoutes(made('products/5', settings, [template]), { iphone: 'com.shop.ios://products/5' });
    const off: Settings = { ...SHOP, web: { enabled: false } };
    assertRoutes(made('products/5', off, [template]), { iphone: 'com.shop.ios://products/5' });
  });
});

describe('the routes that the request sends', () => {
  it('replace what they name, and nothing else', () => {
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

describe('a platform that is switched off', () => {
  const off: Settings = { ...SHOP, android: { ...SHOP.android, enabled: false } };
  it('has no route by default, a template or not', () => {
    assert.equal(made('products/5', off).routes.android, undefined);
    assert.equal(made('products/5', off, [PRODUCT]).routes.android, undefined);
  });
  it('has the route that the request sends', () => {
    const sent = { android: { link: 'shop://x' } };
    assertRoutes(made('products/5', off, [PRODUCT], sent), { android: `shop://x ${PLAY}` });
  });
  it('cannot have a fallback alone, for there is no link to keep', () => {
    const { faults } = made('products/5', off, [], { android: { fallback: '' } });
    assert.deepEqual(faults.map((fault) => fault.pointer), ['/routes/android/link']);
    assert.match(faults[0]?.detail ?? '', /^is required: the app has android switched off/);
  });
});

describe('what comes out and may not be', () => {
  const rest = (link: string, fallback?: string): Template[] => [
    {
      name: 'rest',
      pattern: 'x/:a/*rest',
      routes: { iphone: { link, ...(fallback === undefined ? {} : { fallback }) } },
    },
  ];
  const long = 'a'.repeat(2000);
  const WRONG: readonly [what: string, result: () => LinkRoutes, detail: RegExp][] = [
    ['a URI that loops', () => made('https://go.example/Xk4TqmPr'), new RegExp(LOOP)],
    [
      'a base that makes a loop',
      () => made('Xk4TqmPr', { web: { base: 'https://go.example' } }),
      new RegExp(`web link .*"https://go.example/Xk4TqmPr".*${LOOP}`),
    ],
    [
      'a template that makes a loop',
      () => made('x/../Xk4TqmPr', {}, rest('https://go.example/x/:a/*rest')),
      new RegExp(LOOP),
    ],
    [
      'a template whose fallback makes a loop',
      () => made('x/../Xk4TqmPr', {}, rest('shop://x', 'https://go.example/x/:a/*rest')),
      new RegExp(`iphone fallback .*${LOOP}`),
    ],
    [
      'captured text that becomes user info',
      () => made('x/user@host/y', {}, rest('shop://:a/*rest')),
      /user info/,
    ],
    [
      'a path that becomes user info of an app address',
      () => made('https://shop.example/user:secret@host/y', { iphone: { base: 'shop://' } }),
      /iphone link .* user info/,
    ],
    [
      'a link that is too long',
      () => made(`x/y/${long}`, {}, rest('shop://*rest/*rest/*rest')),
      /is 6009 characters long; at most 4096/,
    ],
    [
      'a fallback that is too long',
      () => made(`x/y/${long}`, {}, rest('shop://x', 'https://shop.example/*rest/*rest/*rest')),
      /iphone fallback .*; at most 4096/,
    ],
    [
      'a link that no browser can read',
      () => made('x/a b/y', {}, rest('shop://:a')),
      /cannot be read as a URL/,
    ],
  ];
  for (const [what, result, detail] of WRONG) {
    it(`is ${what}`, () => {
      const { faults } = result();
      assert.ok(faults.length > 0);
      for (const fault of faults) {
        assert.equal(fault.pointer, '/uri');
        assert.match(fault.detail, detail);
      }
    });
  }

  it('is nothing that the request replaces', () => {
    const settings: Settings = { web: { base: 'https://go.example' } };
    const sent = { web: { link: 'https://shop.example/' } };
    assert.deepEqual(made('Xk4TqmPr', settings, [], sent).faults, []);
  });

  it('is a link of one character too many, and not the longest', () => {
    const room = MAX_LINK_LENGTH - 2 * 2000 - 'shop://'.length;
    const link = (extra: number): string => `shop://${'b'.repeat(room + extra)}*rest*rest`;
    assert.deepEqual(made(`x/y/${long}`, {}, rest(link(0))).faults, []);
    assert.equal(made(`x/y/${long}`, {}, rest(link(1))).faults.length, 1);
  });
});
