import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { CODE_ALPHABET } from '../../src/domain/link/code.ts';
import { PLATFORMS } from '../../src/domain/app/platform.ts';
import { SHOP, startService, type Service } from '../harness.ts';

describe('POST /v2/smartlinks', () => {
  let service: Service;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
  });

  /** Returns the routes that a server token reads for a link created with `body`. */
  async function routesOf(
    body: object,
  ): Promise<Record<string, { link: string; fallback: string }>> {
    const { code } = await service.create(body);
    return (await service.request('GET', `/v2/smartlinks/${code}`)).json.smartlink.routes;
  }

  test('returns 201, a Location, and only the address', async () => {
    const answer = await service.request('POST', '/v2/smartlinks', { body: { uri: 'products/5' } });
    assert.equal(answer.status, 201);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    const { smartlink, ...rest } = answer.json;
    assert.deepEqual(rest, {});
    const code = smartlink.slice(`${service.url}/`.length);
    assert.equal(smartlink, `${service.url}/${code}`);
    assert.match(code, new RegExp(`^[${CODE_ALPHABET}]{8}$`));
    assert.equal(answer.headers.get('location'), `${service.url}/v2/smartlinks/${code}`);
  });

  test('without `unique` creates a new link for every request', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () => service.create({ uri: 'products/5' })),
    );
    assert.equal(new Set(made.map(({ code }) => code)).size, 20);
  });

  test('accepts a trailing slash, Bearer instead of Token, and every kind of token', async () => {
    for (const token of Object.values(service.owner.tokens)) {
      const headers = { authorization: `bearer ${token}` };
      const answer = await service.request('POST', '/v2/smartlinks/', {
        token: undefined,
        headers,
        body: { uri: 'a' },
      });
      assert.equal(answer.status, 201);
    }
  });

  test('uses a matching template; a platform without a route pattern gets the same path', async () => {
    const link = 'com.shop.app://product/5?ref=mail#top';
    assert.deepEqual(await routesOf({ uri: 'https://shop.example/products/5?ref=mail#top' }), {
      web: { link: 'https://shop.example/p/5?ref=mail#top', fallback: '' },
      iphone: { link, fallback: 'https://shop.example/p/5?ref=mail#top' },
      universal: { link: 'com.shop.app://products/5?ref=mail#top', fallback: '' },
      android: {
        link: 'com.shop.app://products/5?ref=mail#top',
        fallback: 'https://play.google.com/store/apps/details?id=com.shop.app',
      },
    });
  });

  test('all three forms of a URI match the same template', async () => {
    for (const uri of [
      'products/5',
      '/products/5',
      'https://else.example/products/5',
      'x://products/5',
    ]) {
      assert.equal((await routesOf({ uri })).iphone?.link, 'com.shop.app://product/5', uri);
    }
  });

  test('without a template copies the path to every enabled platform', async () => {
    assert.deepEqual(await routesOf({ uri: '/cart?step=2' }), {
      web: { link: 'https://shop.example/cart?step=2', fallback: '' },
      iphone: { link: 'com.shop.app://cart?step=2', fallback: 'https://apps.apple.com/app/id1' },
      universal: { link: 'com.shop.app://cart?step=2', fallback: '' },
      android: {
        link: 'com.shop.app://cart?step=2',
        fallback: 'https://play.google.com/store/apps/details?id=com.shop.app',
      },
    });
  });

  test('keeps the form that a platform can open itself', async () => {
    const http = await routesOf({ uri: 'HTTPS://Promo.example/Sale?x=1' });
    assert.equal(http.web?.link, 'HTTPS://Promo.example/Sale?x=1');
    assert.equal(http.iphone?.link, 'com.shop.app://Sale?x=1');
    const deep = await routesOf({ uri: 'com.shop.app://Sale/1' });
    assert.equal(deep.iphone?.link, 'com.shop.app://Sale/1');
    assert.equal(deep.web?.link, 'https://shop.example/Sale/1');
  });

  test('overrides only the platforms in routes; omitted fields keep their defaults', async () => {
    const routes = await routesOf({
      uri: 'products/5',
      routes: {
        web: { link: 'https://sale.example/5' },
        android: { fallback: '' },
        ipad: { link: 'com.shop.pad://5', fallback: 'https://sale.example/pad' },
      },
    });
    assert.deepEqual(routes.web, { link: 'https://sale.example/5', fallback: '' });
    assert.deepEqual(routes.android, { link: 'com.shop.app://products/5', fallback: '' });
    assert.deepEqual(routes.ipad, {
      link: 'com.shop.pad://5',
      fallback: 'https://sale.example/pad',
    });
    // `@web` is replaced by the final web route of the link.
    assert.deepEqual(routes.iphone, {
      link: 'com.shop.app://product/5',
      fallback: 'https://sale.example/5',
    });
  });

  test('a new app has every platform enabled and none with a base: each gets the URI as it was sent', async () => {
    const fresh = await startService();
    const { code } = await fresh.create({ uri: '/products/5' });
    const { routes } = (await fresh.request('GET', `/v2/smartlinks/${code}`)).json.smartlink;
    const expected = PLATFORMS.map((platform) => [platform, { link: '/products/5', fallback: '' }]);
    assert.deepEqual(routes, Object.fromEntries(expected));
  });

  test('counts lengths in characters; an emoji is one', async () => {
    const uri = `products/5/${'🎁'.repeat(2037)}`;
    assert.equal(Array.from(uri).length, 2048);
    // The stored route has the base in front, and is longer than 4,096 UTF-16 code units.
    const { web } = await routesOf({ uri });
    assert.equal(web?.link, `https://shop.example/${uri}`);
    const long = await service.request('POST', '/v2/smartlinks', { body: { uri: `${uri}🎁` } });
    assert.deepEqual(
      [long.status, long.json.errors],
      [422, [{ pointer: '/uri', detail: 'must have at most 2048 characters' }]],
    );
    const found = await service.request(
      'GET',
      `/manage/v1/smartlinks?q=${encodeURIComponent('🎁'.repeat(1100))}`,
    );
    assert.equal(found.status, 200);
  });

  test('stores metadata and limit as they were sent', async () => {
    const metadata = '{"b":1.50,"a":"\\u00e9é","10":[ {"x":[]} ,-0 ],"2":"z"}';
    const body = `{"uri":"a", "metadata" : ${metadata} ,"redeem_limit":2147483647}`;
    const answer = await service.request('POST', '/v2/smartlinks', { body });
    assert.equal(answer.status, 201);
    const code = answer.json.smartlink.split('/').at(-1);
    const [row] = await service.app.ctx.db.all<{ metadata: string; redeem_limit: number }>(
      'select metadata, redeem_limit from links where code = ?',
      [code],
    );
    assert.equal(row?.metadata, metadata);
    assert.equal(row?.redeem_limit, 2147483647);
  });

  test('accepts a limit without metadata', async () => {
    assert.equal((await service.create({ uri: 'a', redeem_limit: 1 })).status, 201);
  });

  test('`unique` returns 200 and the same address, even if other fields differ', async () => {
    const uri = 'https://shop.example/unique';
    const first = await service.create({ uri, unique: true });
    const again = await service.create({ uri, unique: true, redeem_limit: 5 });
    assert.deepEqual([first.status, again.status], [201, 200]);
    assert.equal(again.address, first.address);
    const answer = await service.request('POST', '/v2/smartlinks', { body: { uri, unique: true } });
    assert.deepEqual(answer.json, { smartlink: first.address });
    assert.equal(answer.headers.get('location'), null);
  });

  test('`unique` returns the same address although the changed app would refuse a new link', async () => {
    const changed = await startService();
    await changed.apply(SHOP);
    const routes = { android: { fallback: '' } };
    const body = { uri: 'products/5', unique: true, metadata: { v: 1 }, routes };
    const first = await changed.create(body);
    const [app] = SHOP.apps;
    const platforms = { ...app?.platforms, android: { enabled: false } };
    const metadata_schema = { type: 'object', required: ['coupon'] } as const;
    await changed.apply({ apps: [{ name: 'shop', platforms, metadata_schema }] });
    for (const path of ['/v2/smartlinks', '/manage/v1/smartlinks']) {
      const again = await changed.request('POST', path, { body });
      assert.deepEqual([again.status, again.json.smartlink], [200, first.address]);
      for (const other of [{ uri: 'products/6' }, { unique: false }, { redeem_limit: 0 }]) {
        const refused = await changed.request('POST', path, { body: { ...body, ...other } });
        assert.equal(refused.status, 422, JSON.stringify(other));
      }
    }
  });

  test('`unique: false` is the default', async () => {
    const uri = 'https://shop.example/not-unique';
    const a = await service.create({ uri, unique: false });
    const b = await service.create({ uri, unique: true });
    assert.notEqual(a.code, b.code);
  });
});
