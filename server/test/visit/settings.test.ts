import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Setup } from '../../src/domain/app/setup-schema.ts';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { AGENTS } from './agents.ts';

type Visits = NonNullable<Setup['apps'][number]['visits']>;

describe('the settings of visits', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  const set = (visits: Visits): Promise<void> =>
    service.apply({ apps: SHOP.apps.map((app) => ({ ...app, visits })) });

  /**
   * Other responses are cached before, so these tests also cover that a change clears the cache.
   */
  const open = (path: string, on: keyof typeof AGENTS, more: object = {}): Promise<Answer> =>
    service.request('GET', `/${path}`, {
      token: undefined,
      headers: { 'user-agent': AGENTS[on], ...more },
    });

  const location = async (path: string): Promise<string | null> =>
    (await open(path, 'desktop')).headers.get('location');

  test('add query parameters to web addresses that lack them', async () => {
    await set({});
    const { code } = await service.create({ uri: 'https://shop.example/p/5?a=1#top' });
    assert.equal(await location(code), 'https://shop.example/p/5?a=1#top');
    for (let again = 0; again < 2; again++) {
      assert.equal(
        await location(`${code}?utm_source=x&a=2&b=%20c&b=d`),
        'https://shop.example/p/5?a=1&utm_source=x&b=%20c&b=d#top',
      );
    }
    // The fallback of an app, on a page.
    const { code: product } = await service.create({ uri: 'products/5' });
    for (const query of ['?utm_source=x', '?utm_source=y', '', '?smartlink=z']) {
      const { text } = await open(`${product}${query}`, 'iphone');
      assert.ok(text.includes(`href="https://shop.example/p/5${query}"`), query);
      assert.ok(text.includes(`href="com.shop.app://product/5?smartlink=${product}"`), query);
    }
    const store = 'https://apps.apple.com/app/id1';
    const toStore = await service.create({ uri: store });
    for (let again = 0; again < 2; again++) {
      assert.equal(await location(`${toStore.code}?utm_source=x`), store);
    }
    await set({ forward_query: false });
    await eventually('the change is in effect', async () => {
      return (await location(`${code}?b=1`)) === 'https://shop.example/p/5?a=1#top';
    });
  });

  test('add the code to the addresses of apps, unless turned off', async () => {
    await set({});
    const { code } = await service.create({ uri: 'products/5' });
    assert.ok((await open(code, 'iphone')).text.includes(`smartlink=${code}`));
    await set({ add_code: false });
    await eventually('the change is in effect', async () => {
      return !(await open(code, 'iphone')).text.includes('smartlink=');
    });
  });

  test('set the name and color of pages, and a link on pages of disabled links', async () => {
    await set({ title: 'Léa’s <Shop>', color: '#aa0044', home: 'https://shop.example/' });
    const { code } = await service.create({ uri: 'products/5' });
    await eventually('the change is in effect', async () => {
      return (await open(code, 'iphone')).text.includes('Léa’s &#60;Shop&#62;');
    });
    assert.ok((await open(code, 'iphone')).text.includes('#aa0044'));
    await service.request('DELETE', `/manage/v1/smartlinks/${code}`);
    for (const path of [code, '22222222']) {
      const { text, status } = await open(path, 'desktop');
      assert.equal(status, path === code ? 410 : 404);
      assert.ok(text.includes('href="https://shop.example/"'), path);
    }
  });

  test('lead unknown addresses back to the website, also without a home page', async () => {
    await set({ title: 'Shop' });
    const html = { accept: 'text/html,application/xhtml+xml' };
    const lost = (path: string, headers: object = html): Promise<Answer> =>
      open(path, 'desktop', headers);
    await eventually('the change is in effect', async () => {
      return (await lost('22222222')).text.includes('· Shop</title>');
    });
    // A code with more text after it, which is no visit.
    for (const path of ['22222222', 'products/5', 'a/b/c?x=1']) {
      const { status, text, headers } = await lost(path);
      assert.equal(status, 404, path);
      assert.match(headers.get('content-type') ?? '', /^text\/html/);
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.match(text, /We can’t find this link/);
      assert.match(text, /· Shop<\/title>/);
      assert.match(text, /<a class="button" href="https:\/\/shop\.example"/);
    }
    // Programs get a problem document.
    for (const [path, headers] of [
      ['products/5', {}],
      ['manage/v1/nothing', html],
      ['v2/nothing', html],
    ] as const) {
      const answer = await lost(path, headers);
      assert.equal(answer.json.code, 'not_found', path);
    }
  });

  test('do not change the language, which is that of the visitor', async () => {
    const german = await open('22222222', 'desktop', { 'accept-language': 'de-AT,de;q=0.9,en' });
    assert.match(german.text, /<html lang="de"/);
    assert.equal(german.headers.get('content-language'), 'de');
  });

  test('set the social preview of links without their own; bots get no redirect', async () => {
    await set({
      title: 'Shop',
      social: { title: 'All of it', image: 'https://shop.example/all.jpg' },
    });
    const { code, address } = await service.create({ uri: 'products/5' });
    const card = async (): Promise<string> => {
      const answer = await open(code, 'slack');
      assert.deepEqual([answer.status, answer.headers.get('location')], [200, null]);
      assert.doesNotMatch(answer.text, /<script|http-equiv/i);
      return answer.text.slice(0, 32_000);
    };
    await eventually('the change is in effect', async () => (await card()).includes('All of it'));
    const ofApp = await card();
    assert.ok(ofApp.includes('<meta property="og:title" content="All of it">'));
    assert.ok(ofApp.includes('<meta property="og:image" content="https://shop.example/all.jpg">'));
    assert.ok(ofApp.includes(`<meta property="og:url" content="${address}">`));
    const social = { title: 'A "teapot"', description: 'Blue & small' };
    const changed = await service.request('PATCH', `/manage/v1/smartlinks/${code}`, {
      body: { social },
    });
    assert.deepEqual(changed.json.social, social);
    const ofLink = await card();
    assert.ok(ofLink.includes('content="A &#34;teapot&#34;"'));
    assert.ok(ofLink.includes('content="Blue &#38; small"'));
    assert.ok(ofLink.includes('https://shop.example/all.jpg'), 'other fields come from the app');
    const head = await service.request('HEAD', `/${code}`, {
      token: undefined,
      headers: { 'user-agent': AGENTS.slack },
    });
    assert.deepEqual([head.status, head.text], [200, '']);
    const cleared = await service.request('PATCH', `/manage/v1/smartlinks/${code}`, {
      body: { social: null },
    });
    assert.equal(cleared.json.social, null);
    const managed = await service.request('GET', `/manage/v1/smartlinks/${code}`);
    assert.equal(managed.json.redemptions, 0);
  });

  test('reject an invalid social preview, with a pointer for each error', async () => {
    const { code } = await service.create({ uri: 'products/5' });
    const answer = await service.request('PATCH', `/manage/v1/smartlinks/${code}`, {
      body: { social: { title: 'a\u202eb', image: 'javascript:alert(1)', picture: 'x' } },
    });
    assert.equal(answer.status, 422);
    assert.deepEqual(
      answer.json.errors.map((issue: { pointer: string }) => issue.pointer).toSorted(),
      ['/social/image', '/social/picture', '/social/title'],
    );
  });

  test('skip_page of a template or of one route leads directly to the app store', async () => {
    const [shop] = SHOP.apps;
    assert.ok(shop);
    const templates = [
      { name: 'get', pattern: 'get', skip_page: true, routes: { iphone: { skip_page: false } } },
      { name: 'got', pattern: 'got', routes: { android: { skip_page: true } } },
    ];
    await service.apply({ apps: [{ ...shop, templates }] });
    await eventually('the templates are in effect', async () => {
      const { code } = await service.create({ uri: 'got' });
      const { json } = await service.request('GET', `/manage/v1/smartlinks/${code}`);
      return json.template === 'got' && json.routes.android.skip_page === true;
    });
    for (const [uri, on, skips] of [
      ['get', 'android', true],
      ['get', 'iphone', false],
      ['got', 'android', true],
      ['got', 'iphone', false],
    ] as const) {
      const { code } = await service.create({ uri });
      const answer = await open(code, on);
      assert.equal(answer.status, skips ? 302 : 200, `${uri} on ${on}`);
      if (skips) {
        const store = 'https://play.google.com/store/apps/details?id=com.shop.app';
        assert.equal(answer.headers.get('location'), store);
      }
      const retrieved = await service.request('GET', `/v2/smartlinks/${code}`);
      for (const route of Object.values(retrieved.json.smartlink.routes)) {
        assert.deepEqual(Object.keys(route as object), ['link', 'fallback']);
      }
    }
    await service.apply(SHOP);
  });
});
