import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { isOwnVisitAddress, ownAddresses } from '../domain/link/own-address.ts';
import { PLATFORMS, type Platform } from '../domain/app/platform.ts';
import type { Routes } from '../domain/link/route.ts';
import type { Device } from '../platform/rules.ts';
import type { Decision } from './answer.ts';
import { decide, type VisitLink } from './decide.ts';
import { visitFacts, type VisitFacts } from './facts.ts';
import { withCode } from './target.ts';

const own = ownAddresses('https://api.example', 'https://go.example', []);
const settings = { own, addCode: true, desktopQr: true, card: { title: 'Shop' } };

function person(device: Device, reason = ''): VisitFacts {
  return {
    ...visitFacts({}),
    visitor: 'person',
    device,
    perhaps: undefined,
    browser: { inApp: undefined, supportsIntents: false },
    reason,
  };
}

/** An active link. */
function active(routes: Routes): VisitLink {
  return { code: 'Xk4TqmPr', routes, state: 'active', social: undefined };
}

/** `link` or `link fallback` of each platform. */
type Written = Partial<Record<Platform, string>>;

function decision(device: Device, written: Written): Decision {
  const routes = Object.fromEntries(
    Object.entries(written).map(([platform, text]) => {
      const [link = '', fallback = ''] = text.split(' ');
      return [platform, { link, fallback }];
    }),
  );
  return decide(active(routes), person(device, 'the test says so'), settings);
}

function inWords(answer: Decision): string {
  if (answer.kind === 'redirect') return `go to ${answer.to}`;
  if (answer.kind === 'get-app') {
    return `get ${answer.store}${answer.web === undefined ? '' : `, else ${answer.web}`}`;
  }
  if (answer.kind !== 'open-app') return answer.kind;
  const { app, fallback, web } = answer;
  return [`open ${app}`, fallback, web].filter((one) => one !== undefined).join(', else ');
}

/** A link for each of these platforms, each with its own destination. */
function destinationsOf(platforms: string): Written {
  return Object.fromEntries(platforms.split(' ').map((name) => [name, `https://${name}.example/`]));
}

describe('the route of a visitor', () => {
  const ALL = PLATFORMS.join(' ');
  const TAKEN: readonly [device: Device, routes: string, taken: Platform][] = [
    ['iphone', ALL, 'iphone'],
    ['iphone', 'web ipad universal android', 'universal'],
    ['iphone', 'web ipad android', 'web'],
    ['ipad', ALL, 'ipad'],
    ['ipad', 'web iphone universal android', 'universal'],
    ['ipad', 'web iphone android', 'iphone'],
    ['ipad', 'web android', 'web'],
    ['android', ALL, 'android'],
    ['android', 'web iphone ipad universal', 'web'],
    ['desktop', ALL, 'web'],
    ['desktop', 'web', 'web'],
  ];
  for (const [device, routes, taken] of TAKEN) {
    it(`${device}, link with ${routes}: ${taken}`, () => {
      assert.equal(
        inWords(decision(device, destinationsOf(routes))),
        `go to https://${taken}.example/`,
      );
    });
  }
});

describe('the response to a visitor', () => {
  const STORE = 'https://apps.apple.com/app/id1';
  const PLAY = 'https://play.google.com/store/apps/details?id=a';
  const WEB = 'https://shop.example/p/5';
  const LOOP = 'https://go.example/Xk4TqmPr';
  const GETS: readonly [device: Device, link: Written, answer: string][] = [
    // A web address: a redirect.
    ['desktop', { web: WEB }, `go to ${WEB}`],
    ['iphone', { iphone: `${WEB} ${STORE}`, web: 'https://else.example/' }, `go to ${WEB}`],
    // An app: a button, with the fallback for visitors without the app, otherwise the web link.
    [
      'iphone',
      { iphone: `shop://p/5 ${STORE}`, web: WEB },
      `open shop://p/5?smartlink=Xk4TqmPr, else ${STORE}, else ${WEB}`,
    ],
    [
      'iphone',
      { iphone: `shop://p/5 ${STORE}`, web: PLAY },
      `open shop://p/5?smartlink=Xk4TqmPr, else ${STORE}`,
    ],
    [
      'iphone',
      { iphone: 'shop://p/5', web: WEB },
      `open shop://p/5?smartlink=Xk4TqmPr, else ${WEB}`,
    ],
    ['iphone', { iphone: 'shop://p/5' }, 'open shop://p/5?smartlink=Xk4TqmPr'],
    // The web link of a link whose URI opens an app is no place for visitors without the app.
    [
      'iphone',
      { iphone: 'shop-ios://p/5', web: 'shop://p/5' },
      'open shop-ios://p/5?smartlink=Xk4TqmPr',
    ],
    [
      'android',
      { android: 'products/5 market://details?id=a', web: 'shop://p/5' },
      'get market://details?id=a',
    ],
    ['iphone', { iphone: 'shop://p/5', web: 'products/5' }, 'open shop://p/5?smartlink=Xk4TqmPr'],
    ['desktop', { web: 'shop://p/5' }, 'open shop://p/5?smartlink=Xk4TqmPr'],
    [
      'android',
      { android: 'shop://p/5 market://details?id=a', web: WEB },
      `open shop://p/5?smartlink=Xk4TqmPr, else market://details?id=a, else ${WEB}`,
    ],
    // A link to a store opens no app.
    [
      'android',
      { android: 'market://details?id=a', web: WEB },
      `get market://details?id=a, else ${WEB}`,
    ],
    [
      'ipad',
      { ipad: `itms-apps://apps.apple.com/app/id1 ${STORE}` },
      'get itms-apps://apps.apple.com/app/id1',
    ],
    [
      'android',
      { android: `market://details?id=a ${WEB}` },
      `get market://details?id=a, else ${WEB}`,
    ],
    // A link without a destination: its fallback, otherwise the next platform.
    ['iphone', { iphone: `products/5 ${WEB}`, web: 'https://else.example/' }, `go to ${WEB}`],
    ['android', { android: 'products/5 market://details?id=a' }, 'get market://details?id=a'],
    // A store: a button, never a redirect.
    ['iphone', { iphone: `products/5 ${STORE}`, web: WEB }, `get ${STORE}, else ${WEB}`],
    [
      'iphone',
      { iphone: 'products/5', universal: 'shop://p/5', web: WEB },
      `open shop://p/5?smartlink=Xk4TqmPr, else ${WEB}`,
    ],
    ['iphone', { iphone: '/products/5', web: WEB }, `go to ${WEB}`],
    [
      'ipad',
      { ipad: 'products/5', universal: 'products/5', iphone: 'products/5', web: WEB },
      `go to ${WEB}`,
    ],
    // No route for this device and no web link: any web fallback of the link, otherwise a page.
    ['desktop', { iphone: `shop://p/5 ${STORE}` }, `go to ${STORE}`],
    ['android', { iphone: `shop://p/5 ${WEB}`, web: 'products/5' }, `go to ${WEB}`],
    // The app store of another system has nothing for a phone.
    ['android', { iphone: `shop://p/5 ${STORE}`, web: 'products/5' }, 'no-route'],
    ['iphone', { android: `shop://p/5 ${PLAY}` }, 'no-route'],
    ['android', { iphone: `shop://p/5 ${STORE}`, universal: `shop://p/5 ${WEB}` }, `go to ${WEB}`],
    // Its own app store is better than nothing.
    ['iphone', { ipad: `shop://p/5 ${STORE}` }, `get ${STORE}`],
    [
      'iphone',
      { ipad: 'itms-apps://apps.apple.com/app/id1' },
      'get itms-apps://apps.apple.com/app/id1',
    ],
    ['ipad', { android: `products/5 ${STORE}`, iphone: 'products/5' }, `get ${STORE}`],
    ['iphone', { ipad: `shop://p/5 ${STORE}`, android: `shop://p/5 ${WEB}` }, `go to ${WEB}`],
    [
      'android',
      { iphone: `shop://p/5 ${STORE}`, ipad: 'shop://p/5 market://details?id=a' },
      'get market://details?id=a',
    ],
    ['android', { universal: PLAY, iphone: STORE }, `get ${PLAY}`],
    ['desktop', { iphone: 'shop://p/5', android: 'shop://p/5 market://details?id=a' }, 'scan'],
    ['desktop', { universal: 'shop://p/5', web: 'products/5' }, 'scan'],
    ['desktop', { android: 'products/5 market://details?id=a' }, 'scan'],
    ['android', { iphone: 'shop://p/5' }, 'no-route'],
    ['iphone', { android: 'shop://p/5' }, 'no-route'],
    ['desktop', { web: 'products/5', iphone: 'products/5' }, 'no-route'],
    ['desktop', {}, 'no-route'],
    // Addresses that should not have been stored are ignored.
    ['desktop', { web: LOOP }, 'no-route'],
    ['desktop', { web: `${LOOP} ${WEB}` }, `go to ${WEB}`],
    [
      'iphone',
      { iphone: `shop://p/5 ${LOOP}`, web: WEB },
      `open shop://p/5?smartlink=Xk4TqmPr, else ${WEB}`,
    ],
    ['iphone', { iphone: 'javascript:alert(1)', web: WEB }, `go to ${WEB}`],
    ['iphone', { iphone: 'shop://p/5 javascript:alert(1)' }, 'open shop://p/5?smartlink=Xk4TqmPr'],
    ['android', { android: 'intent://p#Intent;end', web: WEB }, `go to ${WEB}`],
    ['desktop', { web: 'https://user:secret@shop.example/' }, 'no-route'],
  ];
  for (const [device, link, answer] of GETS) {
    it(`${device}, ${JSON.stringify(link)}: ${answer}`, () => {
      assert.equal(inWords(decision(device, link)), answer);
    });
  }

  const DIRECT: readonly [routes: Routes, answer: string][] = [
    [{ iphone: { link: 'shop://p', fallback: STORE } }, `go to ${STORE}`],
    [{ iphone: { link: 'shop://p', fallback: '' } }, `go to ${WEB}`],
    // A fallback that should not have been stored is none.
    [{ iphone: { link: 'shop://p', fallback: LOOP } }, `go to ${WEB}`],
    [
      { iphone: { link: 'shop://p', fallback: 'itms-apps://apps.apple.com/app/id1' } },
      `get itms-apps://apps.apple.com/app/id1, else ${WEB}`,
    ],
    // There is nowhere else to go.
    [
      { iphone: { link: 'shop://p', fallback: '' }, web: { link: 'products/5', fallback: '' } },
      'open shop://p?smartlink=Xk4TqmPr',
    ],
    [{ iphone: { link: 'itms-apps://apps.apple.com/app/id1', fallback: STORE } }, `go to ${STORE}`],
    // Without a destination, the next platform.
    [
      {
        iphone: { link: 'products/5', fallback: '' },
        universal: { link: 'shop://universal', fallback: STORE },
      },
      `open shop://universal?smartlink=Xk4TqmPr, else ${STORE}, else ${WEB}`,
    ],
  ];
  for (const [routes, answer] of DIRECT) {
    it(`with skip_page, ${JSON.stringify(routes)}: ${answer}`, () => {
      const { iphone = { link: '', fallback: '' }, ...others } = routes;
      const web = { link: WEB, fallback: '' };
      const link = active({ web, ...others, iphone: { ...iphone, skip_page: true } });
      assert.equal(inWords(decide(link, person('iphone'), settings)), answer);
    });
  }

  it('says why a page is skipped', () => {
    const iphone = { link: 'shop://p', fallback: '', skip_page: true } as const;
    const link = active({ iphone, web: { link: WEB, fallback: '' } });
    assert.deepEqual(decide(link, person('iphone'), settings).why.slice(1), [
      'the iphone route goes directly to the web route, because it has no fallback',
      'it is a web address',
    ]);
  });

  it('is no QR code on other devices, for bots, or if the app does not want it', () => {
    const link = active({ iphone: { link: 'shop://p/5', fallback: '' } });
    const kindFor = (facts: VisitFacts, desktopQr = true): string =>
      decide(link, facts, { ...settings, desktopQr }).kind;
    assert.equal(kindFor(person('desktop')), 'scan');
    assert.equal(kindFor(person('desktop'), false), 'no-route');
    assert.equal(kindFor(person('android')), 'no-route');
    assert.equal(kindFor({ ...person('desktop'), visitor: 'robot' }), 'preview');
    // An iPad would open the app, an Android tablet nothing.
    assert.equal(kindFor({ ...person('desktop'), perhaps: 'ipad' }), 'probe');
    assert.equal(kindFor({ ...person('desktop'), perhaps: 'android' }), 'scan');
  });

  it('is a "not found" page without a link', () => {
    assert.equal(decide(undefined, person('iphone'), settings).kind, 'not-found');
  });

  it('includes the reasons', () => {
    assert.deepEqual(decision('iphone', { universal: 'products/5', web: WEB }).why, [
      'the visitor is on iphone: the test says so',
      'there is no iphone route',
      'the universal route has no destination',
      'the web route is a web address',
    ]);
  });
});

describe('any visit', () => {
  const address = fc.oneof(
    fc.constantFrom('', 'products/5', 'shop://p', 'https://shop.example/', 'market://details?id=a'),
    fc.constantFrom(
      'javascript:alert(1)',
      'data:text/html,x',
      'intent://a',
      'about:blank',
      'ms-x:y',
    ),
    fc.constantFrom(
      'https://go.example/Xk4TqmPr',
      'http://go.example./abc',
      'https://api.example/b/',
    ),
    fc.constantFrom('https://a@go.example/b', 'shop://a@b', 'https:go.example/b', 'https://', '\0'),
    fc.webUrl(),
    fc.string(),
  );
  const route = fc.record({ link: address, fallback: address });
  /** An address, unchanged and with the code for an app. */
  const waysOf = (href: string): string[] => [href, withCode(href, 'Xk4TqmPr')];
  const routes = fc.dictionary(fc.constantFrom(...PLATFORMS), route);
  const device = fc.constantFrom<Device>('iphone', 'ipad', 'android', 'desktop');

  it('has an answer with reasons, without refused schemes and redirect loops', () => {
    fc.assert(
      fc.property(routes, device, (all, on) => {
        const answer = decide(active(all), person(on), settings);
        assert.ok(answer.why.length > 0);
        const ways =
          answer.kind === 'redirect'
            ? [answer.to]
            : answer.kind === 'open-app'
              ? [answer.app, answer.fallback, answer.web].filter((one) => one !== undefined)
              : answer.kind === 'get-app'
                ? [answer.store, ...(answer.web === undefined ? [] : [answer.web])]
                : [];
        if (answer.kind === 'redirect') assert.match(answer.to, /^https?:\/\/./);
        if (answer.kind === 'open-app') assert.doesNotMatch(answer.app, /^https?:/);
        for (const way of ways) {
          const url = new URL(way);
          assert.doesNotMatch(url.protocol, /^(?:javascript|data|intent|about|ms-.*):$/);
          assert.equal(url.username + url.password, '');
          assert.equal(isOwnVisitAddress(url, own), false);
          // Each address is one of the link.
          const sent = Object.values(all).flatMap(({ link, fallback }) => [link, fallback]);
          assert.ok(
            sent.some((text) => URL.canParse(text) && waysOf(new URL(text).href).includes(way)),
          );
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('has an answer with a destination if the link has a web address', () => {
    fc.assert(
      fc.property(routes, device, (all, on) => {
        const link = active({ ...all, web: { link: 'https://shop.example/', fallback: '' } });
        const answer = decide(link, person(on), settings);
        assert.ok(answer.kind !== 'no-route' && answer.kind !== 'not-found');
      }),
    );
  });
});

describe('a link that is not active', () => {
  for (const state of ['disabled', 'deleted'] as const) {
    it(`is gone if it is ${state}, for all routes`, () => {
      const routes = { web: { link: 'https://shop.example/', fallback: '' } };
      const answer = decide({ ...active(routes), state }, person('desktop'), settings);
      assert.deepEqual(answer, { kind: 'gone', why: [`the link is ${state}`] });
    });
  }
});
