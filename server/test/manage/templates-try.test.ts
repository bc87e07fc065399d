import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { COMPARED_LINKS, MAX_DIFFERENT_LINKS } from '../../src/actions/templates/try-templates.ts';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';
import { ENGINE } from '../store.ts';

const [SHOP_SETUP] = SHOP.apps;
const PRODUCT = SHOP_SETUP?.templates?.[0];

describe('POST /manage/v1/templates/try', () => {
  let service: Service;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
    await service.apply(SHOP);
  });

  const attempt = (body: unknown, token = service.owner.tokens.server): Promise<Answer> =>
    service.request('POST', '/manage/v1/templates/try', { body, token });
  const tried = async (body: unknown, token?: string) => {
    const { status, json, text } = await attempt(body, token);
    assert.equal(status, 200, text);
    return json;
  };
  const pointers = ({ json }: Answer): string[] =>
    json.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted();

  test('returns the result for a stored URI without creating a link', async () => {
    const { status, json, headers } = await attempt({ uri: '/products/5?from=mail' });
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
    const { code } = await service.create({ uri: '/products/5?from=mail' });
    const { routes } = (await service.request('GET', `/manage/v1/smartlinks/${code}`)).json;
    assert.deepEqual(json, {
      uri: {
        template: 'product',
        pattern: 'products/:id',
        parameters: { id: '5' },
        routes,
        rules: [],
        metadata_schema: null,
        errors: [],
      },
      warnings: [],
      links: null,
    });
    assert.deepEqual(await tried({}), { uri: null, warnings: [], links: null });
  });

  test('uses the same path if no template matches, and explains an error', async () => {
    const { uri } = await tried({ uri: 'about' });
    assert.deepEqual([uri.template, uri.pattern, uri.parameters], [null, null, {}]);
    assert.equal(uri.routes.web.link, 'https://shop.example/about');
    const templates = [
      {
        name: 'long',
        pattern: ':a',
        routes: { web: { link: `https://shop.example/${':a/'.repeat(60)}` } },
      },
    ];
    const long = (await tried({ uri: 'x'.repeat(100), templates })).uri;
    assert.equal(long.template, 'long');
    assert.deepEqual(
      long.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/uri'],
    );
  });

  test('accepts unsaved templates and platforms', async () => {
    const templates = [
      PRODUCT,
      { name: 'new', pattern: 'products/new', routes: { web: { link: 'https://new.example/' } } },
      { name: 'twin', pattern: 'products/:other', routes: {} },
    ];
    const platforms = { android: { enabled: false }, ipad: { base: 'pad.shop://' } };
    const json = await tried({ uri: 'products/new', templates, platforms });
    assert.equal(json.uri.template, 'new');
    assert.deepEqual(json.uri.routes, {
      web: { link: 'https://new.example/', fallback: '' },
      iphone: { link: 'com.shop.app://products/new', fallback: 'https://apps.apple.com/app/id1' },
      ipad: { link: 'pad.shop://products/new', fallback: '' },
      universal: { link: 'com.shop.app://products/new', fallback: '' },
    });
    assert.deepEqual(json.warnings, [{ name: 'twin', by: ['product'] }]);
    // Nothing was stored.
    assert.equal((await tried({ uri: 'products/new' })).uri.template, 'product');
    const { headers } = await service.request('GET', '/manage/v1/app');
    await tried({ templates, platforms });
    const again = await service.request('GET', '/manage/v1/app');
    assert.equal(again.headers.get('etag'), headers.get('etag'));
  });

  test('returns the links whose routes would change', async () => {
    const { app, tokens } = await createApp(service.app.ctx, 'compared');
    await service.apply({ apps: [{ ...SHOP_SETUP, name: app.name }] });
    const token = tokens.server;
    const make = async (code: string, more: object): Promise<void> => {
      const body = { code, ...more };
      const made = await service.request('POST', '/manage/v1/smartlinks', { body, token });
      assert.equal(made.status, 201, made.text);
    };
    const web = (link: string) => ({ web: { link } });
    await make('Plain', { uri: 'products/1' });
    await make('Other', { uri: 'about' });
    await make('Override', { uri: 'products/2', routes: web('https://shop.example/sale') });
    await make('Edited', { uri: 'products/3' });
    await make('ByHand', { uri: 'about/us' });
    await make('Already', { uri: 'products/4' });
    await make('Gone', { uri: 'products/5' });
    const edit = (code: string, body: object) =>
      service.request('PATCH', `/manage/v1/smartlinks/${code}`, { body, token });
    await edit('Edited', { routes: web('https://shop.example/by-hand') });
    await edit('ByHand', { routes: web('https://shop.example/by-hand') });
    await edit('Already', { routes: web('https://shop.example/new/4') });
    await service.request('DELETE', '/manage/v1/smartlinks/Gone', { token });

    const templates = [
      {
        ...PRODUCT,
        name: 'item',
        routes: { ...PRODUCT?.routes, ...web('https://shop.example/new/:id') },
      },
    ];
    const { links } = await tried({ templates }, token);
    assert.deepEqual([links.looked_at, links.next_cursor], [6, null]);
    const stored = async (code: string) =>
      (await service.request('GET', `/manage/v1/smartlinks/${code}`, { token })).json.routes;
    const expected = async (code: string, uri: string) => {
      const routes = await stored(code);
      const link = `https://shop.example/new/${uri.split('/')[1]}`;
      return {
        code,
        uri,
        template_before: 'product',
        template_after: 'item',
        routes_before: routes,
        // `@web` on iPhone is the web route of the same link.
        routes_after: {
          ...routes,
          web: { link, fallback: '' },
          iphone: { ...routes.iphone, fallback: link },
        },
      };
    };
    const already = await expected('Already', 'products/4');
    assert.deepEqual(links.different, [
      // `web` was changed by hand, `iphone` was not.
      already,
      await expected('Edited', 'products/3'),
      await expected('Plain', 'products/1'),
    ]);
    // Neither a new name nor the stored settings change routes.
    const renamed = [{ ...PRODUCT, name: 'renamed' }];
    for (const same of [{ templates: renamed }, { templates: [PRODUCT] }, { platforms: {} }]) {
      assert.deepEqual((await tried(same, token)).links.different, []);
    }
    // After saving, links created with them no longer differ.
    await edit('Already', { routes: already.routes_after });
    const codes = (await tried({ templates }, token)).links.different.map(
      ({ code }: { code: string }) => code,
    );
    assert.deepEqual(codes, ['Edited', 'Plain']);
    const off = (await tried({ platforms: { iphone: { enabled: false } } }, token)).links;
    assert.equal(off.different.length, 6);
    assert.equal(off.different[0].template_after, 'product');
    assert.equal('iphone' in off.different[0].routes_after, false);
    assert.equal('iphone' in off.different[0].routes_before, true);
  });

  test('scans a limited number of links per page, and continues with its cursor', async () => {
    const { app, tokens } = await createApp(service.app.ctx, 'large');
    const token = tokens.server;
    const count = 2 * COMPARED_LINKS + 7;
    const series =
      ENGINE === 'sqlite'
        ? `(with recursive s (n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s) as s`
        : `generate_series(1, ${count}) as s (n)`;
    await service.app.ctx.db.transaction((tx) =>
      tx.run(
        `insert into links (code, app_id, uri, routes, tags, created_at)
         select 'many' || n, ?, case when n <= 60 then 'old/' else 'new/' end || n, '{}', '[]', 1 from ${series}`,
        [app.id],
      ),
    );
    const templates = [
      { name: 'old', pattern: 'old/:id', routes: { web: { link: 'https://shop.example/:id' } } },
    ];
    const pages: { looked_at: number; different: unknown[]; next_cursor: string | null }[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { links } = await tried({ templates, cursor }, token);
      pages.push(links);
      cursor = links.next_cursor as string | null;
    }
    assert.deepEqual(
      pages.map((page) => [page.looked_at, page.different.length]),
      [
        [COMPARED_LINKS, 0],
        [COMPARED_LINKS - 3, MAX_DIFFERENT_LINKS],
        [10, 10],
      ],
    );
  });

  test('reports every error with its pointer', async () => {
    const refused = await attempt({
      uri: 'javascript:alert(1)',
      templates: [{ name: 'A', pattern: 'a?b', routes: { tv: {} } }],
      platforms: { web: { base: 'com.shop.app://' } },
      cursor: 'x',
      hosts: [],
    });
    assert.equal(refused.status, 422);
    assert.deepEqual(pointers(refused), [
      '/cursor',
      '/hosts',
      '/platforms/web/base',
      '/templates/0/name',
      '/templates/0/pattern',
      '/templates/0/routes/tv',
      '/uri',
    ]);
    for (const [body, pointer] of [
      [[], ''],
      [{ uri: '' }, '/uri'],
      [{ uri: `${service.url}/abcd` }, '/uri'],
      [{ templates: null }, '/templates'],
      [{ platforms: [] }, '/platforms'],
    ] as const) {
      assert.deepEqual(pointers(await attempt(body)), [pointer], JSON.stringify(body));
    }
    assert.equal((await attempt('{')).status, 400);
    assert.equal((await attempt({}, service.owner.tokens.web)).status, 403);
  });
});
