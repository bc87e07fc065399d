import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { StoreApps } from '../domain/app/visit-app.ts';
import { DEVICE_RULES, IN_APP_RULES, type InAppRule } from '../platform/rules.ts';
import { appLaunch, intentOf, defaultBrowserQuery, visitorKey } from './app-launch.ts';
import { DEVICE_COOKIE, visitFacts, visitorClass, withCookie, type VisitFacts } from './facts.ts';

const APP_STORE = 'https://apps.apple.com/de/app/shop/id123';
const PLAY = 'https://play.google.com/store/apps/details?id=com.shop&hl=de';
const NO_STORES = {};
/** Separate apps for iPhone and iPad; the one for Android has the scheme of the iPhone. */
const SHOP: StoreApps = {
  iphone: { scheme: 'shop', id: '9' },
  ipad: { scheme: 'shop', id: '10' },
  universal: { scheme: 'shop-old', id: '11' },
  android: { scheme: 'shop', id: 'com.shop' },
};

function visitor(
  device: VisitFacts['device'],
  supportsIntents = false,
  inApp?: Partial<InAppRule>,
): VisitFacts {
  const browser = { inApp, supportsIntents };
  return { ...visitFacts({}), visitor: 'person', device, browser, reason: '' };
}

const opens = (app: string, fallback?: string) =>
  ({ kind: 'open-app', app, fallback, web: undefined }) as const;

describe('an intent: address', () => {
  const WEB = 'https://shop.example/p?a=1;b';
  const ENCODED = 'S.browser_fallback_url=https%3A%2F%2Fshop.example%2Fp%3Fa%3D1%3Bb';
  const TABLE: readonly [
    app: string,
    packageName: string | undefined,
    fallback: string | undefined,
    intent: string | undefined,
  ][] = [
    [
      'shop://p/5?a=1',
      'com.shop',
      WEB,
      `intent://p/5?a=1#Intent;scheme=shop;package=com.shop;${ENCODED};end`,
    ],
    ['shop://p/5', undefined, WEB, `intent://p/5#Intent;scheme=shop;${ENCODED};end`],
    ['shop://p/5', 'com.shop', undefined, 'intent://p/5#Intent;scheme=shop;package=com.shop;end'],
    [
      'shop://p/5',
      'com.shop',
      'market://details?id=com.shop',
      'intent://p/5#Intent;scheme=shop;package=com.shop;end',
    ],
    ['shop://', 'com.shop', undefined, 'intent://#Intent;scheme=shop;package=com.shop;end'],
    // Without package and fallback, or with an address that an intent cannot contain.
    ['shop://p/5', undefined, undefined, undefined],
    ['shop://p#Intent;component=evil;end', 'com.shop', WEB, undefined],
    ['tel:+4930123', 'com.shop', WEB, undefined],
  ];
  for (const [app, packageName, fallback, intent] of TABLE) {
    it(`of ${app}, ${packageName}, ${fallback}: ${intent}`, () => {
      assert.equal(intentOf(app, packageName, fallback), intent);
    });
  }

  it('has the same fields for all addresses', () => {
    fc.assert(
      fc.property(
        fc.webUrl(),
        fc.webUrl({ withFragments: true, withQueryParameters: true }),
        (a, b) => {
          const app = a.replace(/^https?:/, 'shop:').replace(/#.*/s, '');
          const intent = intentOf(app, 'com.shop', b) ?? '';
          const [, own = ''] = intent.split('#');
          const fields = own.split(';');
          assert.deepEqual([fields.length, fields[0], fields.at(-1)], [5, 'Intent', 'end']);
          const fallback = fields[3]?.replace('S.browser_fallback_url=', '') ?? '';
          assert.equal(decodeURIComponent(fallback), b);
        },
      ),
    );
  });
});

describe('how an app is opened', () => {
  it('by its scheme on an iPhone, with the banner of the store', () => {
    const launch = appLaunch(opens('shop://p', APP_STORE), visitor('iphone'), NO_STORES);
    assert.deepEqual(launch, {
      open: 'shop://p',
      fallback: APP_STORE,
      web: undefined,
      opensFallback: false,
      storeId: '123',
      inApp: undefined,
      schemesBlocked: false,
    });
  });
  describe('with the id of the app that the settings name for its scheme', () => {
    const WEB = 'https://shop.example/';
    const IDS: readonly [
      device: 'iphone' | 'ipad' | 'android',
      app: string,
      fallback: string,
      id: string | undefined,
    ][] = [
      ['iphone', 'shop://p', WEB, '9'],
      ['ipad', 'SHOP://p', WEB, '10'],
      ['iphone', 'shop-old://p', WEB, '11'],
      ['ipad', 'shop-old://p', WEB, '11'],
      ['iphone', 'whatsapp://send', WEB, undefined],
      ['android', 'shop://p', WEB, 'com.shop'],
      ['android', 'shop://p', PLAY, 'com.shop'],
      // Other apps, or possibly other ones.
      ['android', 'whatsapp://send', WEB, undefined],
      ['android', 'whatsapp://send', PLAY, undefined],
      ['android', 'shop-old://p', WEB, undefined],
      ['android', 'shop://p', 'https://play.google.com/store/apps/details?id=com.lite', undefined],
    ];
    for (const [device, app, fallback, id] of IDS) {
      it(`${app}, else ${fallback}, on ${device}: ${id}`, () => {
        const isAndroid = device === 'android';
        const launch = appLaunch(opens(app, fallback), visitor(device, isAndroid), SHOP);
        const inIntent = /;package=([^;]*);/.exec(launch.open)?.[1];
        assert.equal(isAndroid ? inIntent : launch.storeId, id);
        assert.equal(launch.opensFallback, isAndroid);
      });
    }
  });
  it('without the banner of the store in a built-in browser, which does not show it', () => {
    const inApps: Partial<InAppRule>[] = [{ name: 'Instagram' }, {}];
    for (const inApp of inApps) {
      const inside = visitor('iphone', false, inApp);
      assert.equal(appLaunch(opens('shop://p', APP_STORE), inside, NO_STORES).storeId, undefined);
    }
  });
  it('by its scheme in Android browsers that do not support intents', () => {
    const launch = appLaunch(opens('shop://p', PLAY), visitor('android'), NO_STORES);
    assert.deepEqual([launch.open, launch.opensFallback], ['shop://p', false]);
  });
  it('in a built-in browser, with the name of its app if it is known', () => {
    const inside = (inApp: Partial<InAppRule>) => {
      const launch = appLaunch(opens('shop://p'), visitor('android', false, inApp), NO_STORES);
      return [launch.inApp, launch.schemesBlocked];
    };
    assert.deepEqual(inside({ name: 'Instagram' }), ['Instagram', false]);
    assert.deepEqual(inside({ name: 'WeChat', schemesBlocked: true }), ['WeChat', true]);
    assert.deepEqual(inside({}), ['', false]);
  });
});

describe('the query for the default browser', () => {
  const line = visitor('iphone', false, { name: 'LINE', leavesBy: ['openExternalBrowser', '1'] });
  it('is used once and keeps the query', () => {
    assert.equal(defaultBrowserQuery(line, ''), '?openExternalBrowser=1');
    assert.equal(defaultBrowserQuery(line, '?a=%20b&c'), '?a=%20b&c&openExternalBrowser=1');
    // Rules and clicks read it again.
    const raw = `?coupon=50%&"<a>&utm_content=${'x'.repeat(3000)}`;
    assert.equal(defaultBrowserQuery(line, raw), `${raw}&openExternalBrowser=1`);
    assert.equal(
      defaultBrowserQuery(line, '?a=\u00c3\u00a4 b#c'),
      '?a=%C3%A4%20b&openExternalBrowser=1',
    );
    assert.equal(defaultBrowserQuery(line, '?openExternalBrowser=1'), undefined);
    assert.equal(defaultBrowserQuery(line, '?a=1&openExternalBrowser=0'), undefined);
  });
  it('exists only if the app supports one', () => {
    assert.equal(defaultBrowserQuery(visitor('iphone'), ''), undefined);
    assert.equal(
      defaultBrowserQuery(visitor('iphone', false, { name: 'Instagram' }), ''),
      undefined,
    );
  });
});

describe('the key of a visitor', () => {
  const DEVICES = [{ name: 'none', device: 'desktop' } as const, ...DEVICE_RULES];
  const BROWSERS = [undefined, {}, ...IN_APP_RULES];
  const COOKIES = [undefined, 'ipad', 'android', 'desktop'];
  /** Visitors by every rule, in every browser, before and after the probe page. */
  const VISITORS: readonly VisitFacts[] = DEVICES.flatMap((rule) =>
    BROWSERS.flatMap((inApp) =>
      [false, true].flatMap((supportsIntents) =>
        COOKIES.map((found) => {
          const perhaps = 'perhaps' in rule ? rule.perhaps : undefined;
          const facts = { ...visitor(rule.device, supportsIntents, inApp), perhaps };
          const userAgent = `${rule.name} Chrome/140`;
          const cookie = found && `${DEVICE_COOKIE}=${found}`;
          return withCookie({ ...facts, userAgent, reason: rule.name }, cookie);
        }),
      ),
    ),
  );
  const ANSWERS = [
    opens('shop://p', APP_STORE),
    opens('shop://p', PLAY),
    opens('shop://p#a', 'https://shop.example/'),
    opens('shop://p'),
  ];
  const STORES = [NO_STORES, SHOP];

  /** Everything that a page or a redirect takes from a visitor. */
  function effectOn(facts: VisitFacts): string {
    const launches = ANSWERS.flatMap((answer) =>
      STORES.map((stores) => appLaunch(answer, facts, stores)),
    );
    const queries = ['', '?a=1', '?openExternalBrowser=1'];
    return JSON.stringify([
      visitorClass(facts),
      launches,
      queries.map((query) => defaultBrowserQuery(facts, query)),
    ]);
  }

  it('is equal only for visitors who get equal pages', (t) => {
    const effects = new Map<string, string>();
    for (const facts of VISITORS) {
      const key = visitorKey(facts);
      const effect = effectOn(facts);
      assert.equal(effect, effects.get(key) ?? effect, `${facts.userAgent}: ${key}`);
      effects.set(key, effect);
    }
    assert.equal(new Set(IN_APP_RULES.map(({ name }) => name)).size, IN_APP_RULES.length);
    t.diagnostic(`${VISITORS.length} visitors, ${effects.size} keys`);
  });

  it('is equal for browsers that differ only in their version', () => {
    const keyOf = (version: string): string =>
      visitorKey(
        visitFacts({
          'user-agent': `Mozilla/5.0 (iPhone; CPU iPhone OS ${version}_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version}.0 Mobile/15E148 Safari/604.1`,
        }),
      );
    assert.equal(keyOf('18'), 'iphone');
    assert.equal(keyOf('19'), keyOf('18'));
  });
});
