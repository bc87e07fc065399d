import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openClient, type Client, type Got } from '../fuzz/client.ts';
import { afterAll, SHOP, startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newMigratedStore } from '../store.ts';
import { AGENTS, type Visitor } from './agents.ts';
import { plantLinks } from './plant.ts';

const LANGUAGES = ['en', 'de-AT,de;q=0.9', 'ja', 'zh-Hant-TW'];
/** A page is finished for a link that was read before. */
const VISITS = 3;

interface Visiting {
  readonly service: Service;
  readonly visit: (
    code: string,
    as: Visitor,
    language?: string,
    host?: string,
  ) => Promise<Omit<Got, 'headers'> & { headers: object }>;
}

/** A service, and visits of it without what differs between equal responses. */
function visiting(service: Service): Visiting {
  const client: Client = openClient(service.url);
  afterAll(() => client.close());
  return {
    service,
    async visit(code, as, language = 'en', host = 'link.example') {
      const headers = { host, 'user-agent': AGENTS[as], 'accept-language': language };
      const got = await client.send({ method: 'GET', path: `/${code}`, headers });
      return { ...got, headers: { ...got.headers, date: '' } };
    },
  };
}

describe('the page of a cached link', () => {
  let service: Service;
  let visit: Visiting['visit'];
  let another: Visiting;
  before(async () => {
    const DATABASE_URL = await newMigratedStore();
    const settings = { DATABASE_URL, SMARTLINK_BASE: 'https://link.example' };
    ({ service, visit } = visiting(await startService(settings)));
    another = visiting(await startService(settings, {}, service.owner));
    await service.apply(SHOP);
  });

  const change = async (path: string, body: object, method = 'PATCH'): Promise<void> => {
    const { status, text } = await service.request(method, `/manage/v1${path}`, { body });
    assert.ok(status < 300, text);
  };

  test('has the same bytes each time, for each device, browser and language', async () => {
    const { code: opensApp } = await service.create({ uri: 'products/5' });
    const [toStore = ''] = await plantLinks(service, [
      {
        iphone: { link: '', fallback: 'https://apps.apple.com/app/id7' },
        android: { link: 'shop://p#a', fallback: 'https://shop.example/' },
      },
    ]);
    for (const [kind, code] of Object.entries({ opensApp, toStore })) {
      const texts = new Set<string>();
      const fresh = another.service.app.ctx.cache;
      // Whatever is finished for one visitor, the next one gets what they get from an instance that has
      // finished nothing.
      for (let turn = 0; turn < VISITS; turn++) {
        for (const as of Object.keys(AGENTS) as Visitor[]) {
          for (const language of LANGUAGES) {
            const got = await visit(code, as, language);
            fresh.pages.clear();
            fresh.visits.clear();
            assert.deepEqual(
              got,
              await another.visit(code, as, language),
              `${kind}, ${as}, ${language}`,
            );
            if (got.status === 200) texts.add(got.text);
          }
        }
      }
      assert.ok(texts.size >= 5 * LANGUAGES.length, `${texts.size} different pages`);
    }
    assert.ok(service.app.ctx.cache.pages.size > 30);
  });

  test('is equal for visitors who differ in nothing that matters', async () => {
    const { code } = await service.create({ uri: 'products/6' });
    for (let turn = 0; turn < VISITS; turn++) await visit(code, 'iphone', 'de');
    const { pages } = service.app.ctx.cache;
    const sizeBefore = pages.size;
    const got = await visit(code, 'iphone', 'de');
    assert.deepEqual(await visit(code, 'iphone', 'de-CH, de;q=0.8'), got);
    assert.deepEqual(await visit(code, 'iphone', 'xx,de;q=0.5'), got);
    assert.equal(pages.size, sizeBefore, 'no page was added');
  });

  test('is new at once after each change', async () => {
    const { code } = await service.create({ uri: 'about', routes: {} });
    const seen: string[] = [];
    const now = async (as: Visitor): Promise<string> => {
      let text = '';
      for (let turn = 0; turn < VISITS; turn++) {
        const got = await visit(code, as);
        if (turn > 0) assert.equal(got.text, text);
        text = got.text;
      }
      return text;
    };
    const step = async (what: string, contains: RegExp, as: Visitor = 'iphone'): Promise<void> => {
      const text = await now(as);
      assert.match(text, contains, what);
      assert.ok(!seen.includes(text), what);
      seen.push(text);
    };
    await step('first', /com\.shop\.app:\/\/about.*Get the app/s);
    await step('preview', /og:title" content="shop"/, 'preview');
    const fallback = 'https://shop.example/else';
    const routes = { iphone: { link: 'com.shop.app://changed', fallback } };
    await change(`/smartlinks/${code}`, { routes });
    await step('the link', /com\.shop\.app:\/\/changed.*shop\.example/s);
    await change('/app', { visits: { title: 'Corner', color: '#123456' } });
    await step('the appearance', /--fill:#123456.*Corner/s);
    await step('the name of the site', /og:site_name" content="Corner"/, 'preview');
    const iphone = { base: 'com.shop.app://', fallback: 'https://apps.apple.com/app/id22' };
    await change('/app', { platforms: { iphone } });
    await step('the store', /app-id=22/);
    await change('/app', { visits: { social: { title: 'Shared' } } });
    await step('the preview', /og:title" content="Shared"/, 'preview');
    await change(`/smartlinks/${code}`, { social: { title: 'Of this link' } });
    await step('its own preview', /og:title" content="Of this link"/, 'preview');
    await change(`/smartlinks/${code}`, { state: 'disabled' });
    await step('disabled', /no longer available/);
    assert.equal((await visit(code, 'iphone')).status, 410);
    await change(`/smartlinks/${code}`, { state: 'active' });
    await change('/app', { visits: { color: '#654321' } });
    await step('active again', /--fill:#654321/);
  });

  test('that an app has for several links changes with the app', async () => {
    const make = async (): Promise<string> => {
      const { code } = await service.create({ uri: 'gone' });
      await change(`/smartlinks/${code}`, {}, 'DELETE');
      return code;
    };
    const [one, two] = [await make(), await make()];
    for (const title of ['First', 'Second']) {
      await change('/app', { visits: { title } });
      const [gone, missing] = [await visit(one, 'iphone'), await visit('Unknown1', 'iphone')];
      assert.deepEqual([gone.status, missing.status], [410, 404]);
      assert.match(gone.text, new RegExp(title));
      assert.match(missing.text, new RegExp(title));
      assert.deepEqual(await visit(two, 'desktop'), gone);
      assert.deepEqual(await visit('Unknown2', 'desktop'), missing);
    }
  });

  test('about an unavailable link needs no database, until the link is restored', async () => {
    const { code } = await service.create({ uri: 'products/8' });
    const status = async () => (await visit(code, 'iphone')).status;
    const { visits } = service.app.ctx.cache;
    for (const [body, method, expected] of [
      [{ state: 'disabled' }, 'PATCH', 410],
      [{ state: 'active' }, 'PATCH', 200],
      [{}, 'DELETE', 410],
    ] as const) {
      await change(`/smartlinks/${code}`, body, method);
      assert.equal(visits.get(code), undefined);
      await eventually('it is cached', async () => {
        assert.equal(await status(), expected);
        return visits.get(code) !== undefined;
      });
      assert.equal(await status(), expected);
    }
    await change(`/smartlinks/${code}/restore`, {}, 'POST');
    assert.equal(await status(), 200);
  });

  test('does not open under a host that its app has lost', async () => {
    const { code } = await service.create({ uri: 'products/7' });
    const at = (host: string) => visit(code, 'iphone', 'en', host);
    await service.apply({ apps: [{ name: 'shop', hosts: ['go.shop.example', 'old.example'] }] });
    await eventually('the hosts are in effect', async () => {
      return (await at('evil.example')).status === 404;
    });
    for (let turn = 0; turn < VISITS; turn++) {
      for (const host of ['go.shop.example', 'old.example', 'link.example']) {
        assert.equal((await at(host)).status, 200, host);
      }
    }
    const hosts = ['go.shop.example'];
    await change('/app', { hosts });
    assert.deepEqual(
      [(await at('old.example')).status, (await at(hosts[0] ?? '')).status],
      [404, 200],
    );
  });
});

test('many links, languages and browsers do not fill the memory, nor evict redirects', async () => {
  const CACHE_MEGABYTES = 1;
  const { service, visit } = visiting(
    await startService({
      CACHE_MEGABYTES: `${CACHE_MEGABYTES}`,
      SMARTLINK_BASE: 'https://link.example',
    }),
  );
  await service.apply(SHOP);
  const web = await service.create({ uri: 'https://shop.example/' });
  await visit(web.code, 'desktop');
  const { cache } = service.app.ctx;
  const languages = ['en', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pt', 'zh', 'zh-Hant'];
  const agents = ['iphone', 'android', 'instagram', 'wechat', 'preview'] as const;
  for (let index = 0; index < 10; index++) {
    const { code } = await service.create({ uri: `products/${index}` });
    for (const as of agents) {
      for (const language of ['en', ...languages]) await visit(code, as, language);
    }
    // A tenth of the cache, and the page that was added last.
    const limit = 0.1 * CACHE_MEGABYTES * 2 ** 20 + 16_000;
    assert.ok(cache.pages.bytes < limit, `${cache.pages.bytes} bytes`);
    assert.ok(cache.pages.size > 0);
  }
  assert.ok(cache.visits.get(web.code), 'the redirect is still cached');
});
