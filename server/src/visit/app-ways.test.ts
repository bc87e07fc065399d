import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { InAppRule } from '../platform/rules.ts';
import { appWays, intentOf, wayOut } from './app-ways.ts';
import type { VisitFacts } from './facts.ts';

const APP_STORE = 'https://apps.apple.com/de/app/shop/id123';
const PLAY = 'https://play.google.com/store/apps/details?id=com.shop&hl=de';
const NO_STORES = { apple: undefined, play: undefined };

function visitor(
  device: VisitFacts['device'],
  honoursIntents = false,
  inApp?: Partial<InAppRule>,
): VisitFacts {
  const browser = { inApp, honoursIntents };
  return { userAgent: '', visitor: 'person', device, perhaps: undefined, browser, because: '' };
}

const opens = (app: string, fallback?: string) => ({ kind: 'open-app', app, fallback }) as const;

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
    // Where it could say nothing of what to do without the app, or would be read otherwise.
    ['shop://p/5', undefined, undefined, undefined],
    ['shop://p#Intent;component=evil;end', 'com.shop', WEB, undefined],
    ['tel:+4930123', 'com.shop', WEB, undefined],
  ];
  for (const [app, packageName, fallback, intent] of TABLE) {
    it(`of ${app}, ${packageName}, ${fallback}: ${intent}`, () => {
      assert.equal(intentOf(app, packageName, fallback), intent);
    });
  }

  it('has one part of its own, whatever the addresses are', () => {
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
    const ways = appWays(opens('shop://p', APP_STORE), visitor('iphone'), NO_STORES);
    assert.deepEqual(ways, {
      open: 'shop://p',
      fallback: APP_STORE,
      opensFallback: false,
      storeId: '123',
      inApp: undefined,
      schemesBlocked: false,
    });
  });
  it('with what the settings say of the stores, where the link leads to the web instead', () => {
    const stores = { apple: '9', play: 'com.shop' };
    const web = 'https://shop.example/';
    assert.equal(appWays(opens('shop://p', web), visitor('ipad'), stores).storeId, '9');
    const android = appWays(opens('shop://p', web), visitor('android', true), stores);
    assert.match(android.open, /package=com\.shop;/);
    assert.deepEqual([android.opensFallback, android.storeId], [true, undefined]);
  });
  it('by its scheme in browsers of Android that know no intents', () => {
    const ways = appWays(opens('shop://p', PLAY), visitor('android'), NO_STORES);
    assert.deepEqual([ways.open, ways.opensFallback], ['shop://p', false]);
  });
  it('inside of another app, with its name if it has one', () => {
    const inside = (inApp: Partial<InAppRule>) => {
      const ways = appWays(opens('shop://p'), visitor('android', false, inApp), NO_STORES);
      return [ways.inApp, ways.schemesBlocked];
    };
    assert.deepEqual(inside({ name: 'Instagram' }), ['Instagram', false]);
    assert.deepEqual(inside({ name: 'WeChat', schemesBlocked: true }), ['WeChat', true]);
    assert.deepEqual(inside({}), ['', false]);
  });
});

describe('the way out of a built-in browser', () => {
  const line = visitor('iphone', false, { name: 'LINE', leavesBy: ['openExternalBrowser', '1'] });
  it('is taken once, and keeps the query', () => {
    assert.equal(wayOut(line, ''), '?openExternalBrowser=1');
    assert.equal(wayOut(line, '?a=%20b&c'), '?a=%20b&c&openExternalBrowser=1');
    assert.equal(wayOut(line, '?openExternalBrowser=1'), undefined);
    assert.equal(wayOut(line, '?a=1&openExternalBrowser=0'), undefined);
  });
  it('is there where the app offers one', () => {
    assert.equal(wayOut(visitor('iphone'), ''), undefined);
    assert.equal(wayOut(visitor('iphone', false, { name: 'Instagram' }), ''), undefined);
  });
});
