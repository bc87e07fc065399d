import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';
import { AGENTS } from './agents.ts';

const STORE = 'https://apps.apple.com/app/id1';
const ROUTES = {
  web: { link: 'https://shop.example/p/5' },
  iphone: { link: 'shop://p/5', fallback: STORE },
  ipad: { link: 'shop://tablet/5', fallback: STORE },
  universal: { link: 'shop://p/5', fallback: STORE },
  android: {
    link: 'com.shop.app://p/5',
    fallback: 'https://play.google.com/store/apps/details?id=com.shop.app',
  },
};

describe('a visit, by device', () => {
  let service: Service;
  let code: string;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    ({ code } = await service.create({ uri: 'products/5', routes: ROUTES }));
  });

  const open = (
    on: keyof typeof AGENTS,
    more: Record<string, string> = {},
    path = code,
  ): Promise<Answer> =>
    service.request('GET', `/${path}`, {
      token: undefined,
      headers: { 'user-agent': AGENTS[on], ...more },
    });

  test('Safari on an iPhone gets the scheme and the banner of the App Store', async () => {
    const { text, status } = await open('iphone');
    assert.equal(status, 200);
    assert.ok(text.includes(`href="shop://p/5?smartlink=${code}"`));
    assert.match(text, /<meta name="apple-itunes-app" content="app-id=1,/);
  });

  test('Chrome on an Android phone gets an intent: with the package, others the scheme', async () => {
    const fallback = encodeURIComponent(ROUTES.android.fallback);
    const intent = `intent://p/5?smartlink=${code}#Intent;scheme=com.shop.app;package=com.shop.app;S.browser_fallback_url=${fallback};end`;
    assert.ok((await open('android')).text.includes(`href="${intent}"`));
    const { text } = await open('firefox');
    assert.ok(text.includes(`href="com.shop.app://p/5?smartlink=${code}"`));
    assert.ok(!text.includes('intent:'));
  });

  test('an intent: for the app of others has no package', async () => {
    const routes = { android: { link: 'whatsapp://send?text=a' } };
    const other = await service.create({ uri: 'products/5', routes });
    const { text } = await open('android', {}, other.code);
    assert.match(text, /href="intent:\/\/send\?[^"]*#Intent;scheme=whatsapp;S\./);
  });

  test('an in-app browser gets the name of its app, and how to leave it', async () => {
    assert.match((await open('instagram')).text, /Instagram/);
    assert.match((await open('wechat')).text, /WeChat/);
    const line = await open('line', {}, `${code}?a=1`);
    assert.deepEqual(
      [line.status, line.headers.get('location')],
      [302, '?a=1&openExternalBrowser=1'],
    );
    const still = await open('line', {}, `${code}?a=1&openExternalBrowser=1`);
    assert.equal(still.status, 200, 'the probe is not repeated');
    assert.match(still.text, /LINE/);
  });

  test('a possible tablet gets a probe page, whose result is stored; others do not', async () => {
    for (const [on, tablet, link] of [
      ['mac', 'ipad', 'shop://tablet/5'],
      ['linux', 'android', 'intent://p/5'],
    ] as const) {
      const asked = await open(on);
      assert.equal(asked.status, 200);
      assert.match(asked.text, /maxTouchPoints/);
      assert.ok(
        asked.text.includes('href="https://shop.example/p/5"'),
        'a link for visitors without script',
      );
      const known = await open(on, { cookie: `a=b; smartlink_device=${tablet}` });
      assert.ok(known.text.includes(link) && !known.text.includes('maxTouchPoints'));
      const desktop = await open(on, { cookie: 'smartlink_device=desktop' });
      assert.equal(desktop.headers.get('location'), 'https://shop.example/p/5');
      const same = await service.create({ uri: 'https://shop.example/', routes: {} });
      const routes = { ...ROUTES, [tablet]: ROUTES.web, universal: ROUTES.web };
      const alike = await service.create({ uri: 'products/5', routes });
      assert.equal((await open(on, {}, alike.code)).status, 302, `${on}, ${same.code}`);
    }
    const forged = await open('desktop', { cookie: 'smartlink_device=ipad' });
    assert.equal(forged.status, 302, 'a device that cannot be a tablet is not treated as one');
  });

  test('a web view on an iPad that identifies itself as a Mac shows how to leave it', async () => {
    const cookie = 'smartlink_device=ipad';
    const agent = AGENTS.mac.replace(/ Version.*$/, '');
    // Also when the pages of both are cached.
    for (let turn = 0; turn < 3; turn++) {
      const inside = await open('mac', { 'user-agent': agent, cookie });
      assert.match(inside.text, /shop:\/\/tablet\/5[^]*<p class="hint">/);
      assert.doesNotMatch(inside.text, /apple-itunes-app/);
      const safari = await open('mac', { cookie });
      assert.doesNotMatch(safari.text, /class="hint"/);
      assert.match(safari.text, /apple-itunes-app/);
    }
  });

  test('curl and other programs get the same as a desktop browser', async () => {
    assert.equal((await open('curl')).headers.get('location'), 'https://shop.example/p/5');
  });

  test('a prefetch is served like any visit', async () => {
    const { status } = await open('desktop', { 'sec-purpose': 'prefetch;prerender' });
    assert.equal(status, 302);
  });

  test('cached links and pages open without the database', async () => {
    for (const on of ['iphone', 'android', 'desktop', 'slack', 'mac'] as const) await open(on);
    const { db } = service.app.ctx;
    const lookUp = db.lookUp.bind(db);
    Object.assign(db, { lookUp: () => Promise.reject(new Error('the database was used')) });
    for (const on of ['iphone', 'android', 'desktop', 'slack', 'mac'] as const) {
      const { status } = await open(on);
      assert.ok(status === 200 || status === 302, on);
    }
    Object.assign(db, { lookUp });
  });
});

describe('explain', () => {
  test('returns the response for every kind of visitor with reasons, over HTTP', async () => {
    const service = await startService();
    await service.apply(SHOP);
    const { code } = await service.create({ uri: 'products/5' });
    const explain = (query: Record<string, string>): Promise<Answer> =>
      service.request(
        'GET',
        `/manage/v1/smartlinks/${code}/explain?${new URLSearchParams(query).toString()}`,
      );
    const phone = (await explain({ user_agent: AGENTS.iphone })).json;
    assert.equal(phone.visitor, 'iphone');
    assert.equal(phone.kind, 'open-app');
    assert.equal(phone.addresses.button, `com.shop.app://product/5?smartlink=${code}`);
    assert.deepEqual(phone.why.slice(0, 2), [
      'the visitor is on iphone: the user agent says iPhone',
      'the iphone route opens an app, which needs a tap',
    ]);
    // Only Safari itself shows the banner.
    const why = async (agent: string): Promise<string> =>
      (await explain({ user_agent: agent })).json.why.join();
    assert.match(await why(AGENTS.iphone), /Safari shows the App Store banner/);
    assert.doesNotMatch(await why(AGENTS.instagram), /banner/);
    // A browser sends the query as UTF-8.
    const moved = (await explain({ user_agent: AGENTS.line, query: 'q=ä😀' })).json;
    assert.equal(moved.addresses.location, '?q=%C3%A4%F0%9F%98%80&openExternalBrowser=1');
    assert.doesNotMatch(await why(AGENTS.iphone.replace('Version', 'CriOS')), /banner/);
    const desktop = (await explain({ user_agent: AGENTS.desktop, query: 'a=1' })).json;
    assert.equal(desktop.addresses.location, 'https://shop.example/p/5?a=1');
    for (const [query, kind, status] of [
      ['a=1', 'redirect', 302],
      ['a=1&openExternalBrowser=1', 'open-app', 200],
    ] as const) {
      const line = (await explain({ user_agent: AGENTS.line, query })).json;
      const headers = { 'user-agent': AGENTS.line };
      const visit = await service.request('GET', `/${code}?${query}`, { headers });
      assert.deepEqual([line.kind, line.status, visit.status], [kind, status, status]);
      const location = visit.headers.get('location') ?? undefined;
      assert.equal(line.addresses.location, location);
      assert.equal(
        line.why.includes(
          'the browser is built into LINE, which opens the link again in the default browser',
        ),
        location !== undefined,
      );
    }
    const robot = (await explain({ user_agent: AGENTS.slack })).json;
    assert.equal(robot.kind, 'preview');
    await service.request('PATCH', `/manage/v1/smartlinks/${code}`, {
      body: { state: 'disabled' },
    });
    const gone = (await explain({ user_agent: AGENTS.desktop })).json;
    assert.deepEqual([gone.kind, gone.status], ['gone', 410]);
    const unknown = await service.request('GET', '/manage/v1/smartlinks/22222222/explain');
    assert.equal(unknown.status, 404);
  });
});
