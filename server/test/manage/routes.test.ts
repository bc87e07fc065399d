import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';
import { withinASecond } from '../processes.ts';
import { newStore } from '../store.ts';

describe('PATCH of routes and tags', () => {
  let service: Service;
  let elsewhere: Service;
  before(async () => {
    const store = await newStore();
    service = await startService({ DATABASE_URL: store });
    await service.apply(SHOP);
    elsewhere = await startService({ DATABASE_URL: store }, {}, service.owner);
  });

  const link = async (more: object = {}): Promise<string> =>
    (await service.create({ uri: 'products/5', ...more })).code;
  const patch = (code: string, body: unknown, headers: Record<string, string> = {}) =>
    service.request('PATCH', `/manage/v1/smartlinks/${code}`, { body, headers });
  const routesAt = async (at: Service, code: string) =>
    (await at.request('GET', `/v2/smartlinks/${code}`)).json.smartlink;
  const visit = async (at: Service, code: string) =>
    (await at.request('GET', `/${code}`, { token: undefined })).headers.get('location');
  const pointers = ({ json }: Answer): string[] =>
    json.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted();

  test('replaces, adds and removes platforms, and keeps the others', async () => {
    const code = await link();
    const { routes: before_ } = await routesAt(service, code);
    const { status, json, headers } = await patch(code, {
      routes: {
        web: { link: 'https://shop.example/sale' },
        iphone: { fallback: '', skip_page: true },
        ipad: { link: 'com.shop.app://sale' },
        android: null,
      },
    });
    assert.equal(status, 200);
    assert.equal(headers.get('etag'), '"2"');
    assert.deepEqual(json.routes, {
      web: { link: 'https://shop.example/sale', fallback: before_.web.fallback },
      iphone: { link: before_.iphone.link, fallback: '', skip_page: true },
      ipad: { link: 'com.shop.app://sale', fallback: '' },
      universal: before_.universal,
    });
    const back = await patch(code, { routes: { iphone: { skip_page: false } } });
    assert.deepEqual(back.json.routes.iphone, { link: before_.iphone.link, fallback: '' });
    const same = await patch(code, { routes: { iphone: {}, android: null } });
    assert.equal(same.headers.get('etag'), '"3"', 'an identical value is not a change');
  });

  test('takes effect for the next visit and retrieval, on another instance within a second', async () => {
    const code = await link();
    for (const at of [service, elsewhere]) {
      assert.equal(await visit(at, code), 'https://shop.example/p/5');
      await routesAt(at, code);
    }
    const changed = (number: number): string => `https://shop.example/new${number}`;
    await withinASecond(
      'the other instance redirects to the new route',
      async (number) => {
        const web = { link: changed(number) };
        await patch(code, { routes: { web }, tags: [`new${number}`] });
        assert.equal(await visit(service, code), web.link);
        const { routes, tags } = await routesAt(service, code);
        assert.deepEqual([routes.web.link, tags], [web.link, [`new${number}`]]);
      },
      async (number) => {
        if ((await visit(elsewhere, code)) !== changed(number)) return false;
        const { tags } = await routesAt(elsewhere, code);
        return isDeepStrictEqual(tags, [`new${number}`]);
      },
    );
  });

  test('is in the history with the values before', async () => {
    const code = await link();
    const was = (await routesAt(service, code)).routes;
    await patch(code, { routes: { universal: null }, tags: ['a', 'b'] });
    const { json } = await service.request('GET', `/manage/v1/smartlinks/${code}/history`);
    const { universal: _, ...rest } = was;
    assert.deepEqual(
      json.entries.map((entry: { before: object; after: object }) => [entry.before, entry.after]),
      [
        [
          { routes: was, tags: [] },
          { routes: rest, tags: ['a', 'b'] },
        ],
      ],
    );
  });

  test('tags are found by their new values only', async () => {
    const code = await link();
    const found = async (tag: string) =>
      (await service.request('GET', `/manage/v1/smartlinks?tag=${tag}`)).json.smartlinks.length;
    await patch(code, { tags: ['first', 'kept'] });
    await patch(code, { tags: ['kept', 'second'] });
    assert.deepEqual([await found('first'), await found('kept'), await found('second')], [0, 1, 1]);
    await patch(code, { tags: [] });
    assert.deepEqual([await found('kept'), await found('second')], [0, 0]);
  });

  test('a unique link keeps its URI', async () => {
    const body = { uri: 'products/unique', unique: true };
    const { code } = await service.create(body);
    await patch(code, { routes: { web: { link: 'https://shop.example/other' } } });
    assert.deepEqual(await service.create(body), {
      code,
      address: `${service.url}/${code}`,
      status: 200,
    });
  });

  test('applies the rules for new links, and a rejected change has no effect', async () => {
    const code = await link();
    const refused = await patch(code, {
      redeem_limit: 5,
      routes: {
        web: { link: `${service.url}/${code}` },
        iphone: { link: 'javascript:alert(1)', fallback: 'com.shop.app://x' },
        universal: { link: '', skip_page: 'yes' },
        android: 'a://b',
        tv: null,
      },
      tags: ['a', 'a'],
    });
    assert.equal(refused.status, 422);
    assert.deepEqual(pointers(refused), [
      '/routes/android',
      '/routes/iphone/fallback',
      '/routes/iphone/link',
      '/routes/tv',
      '/routes/universal/link',
      '/routes/universal/skip_page',
      '/routes/web/link',
      '/tags',
    ]);
    const missing = await patch(code, { routes: { ipad: { fallback: '' } }, redeem_limit: 5 });
    assert.deepEqual([missing.status, pointers(missing)], [422, ['/routes/ipad/link']]);
    for (const routes of [null, [], 1]) {
      assert.deepEqual(pointers(await patch(code, { routes })), ['/routes']);
    }
    const { json, headers } = await service.request('GET', `/manage/v1/smartlinks/${code}`);
    assert.deepEqual([json.redeem_limit, headers.get('etag')], [null, '"1"']);
  });

  test('a change with an outdated ETag is rejected', async () => {
    const code = await link();
    const stale = { 'if-match': '"1"' };
    assert.equal((await patch(code, { routes: { web: null } }, stale)).status, 200);
    assert.equal((await patch(code, { routes: { iphone: null } }, stale)).status, 412);
  });
});
