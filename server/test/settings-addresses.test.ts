import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rawExchange } from './fuzz/raw.ts';
import { addressIn, serveHere } from './processes.ts';

// What the two settings for addresses do. settings.test.ts tests the others.

describe('BASE_URL', () => {
  it('is the address in all responses', async () => {
    const service = await serveHere({ BASE_URL: 'http://api.shop.example/' });
    const created = await service.create('products/5');
    assert.match(
      created.headers.get('location') ?? '',
      /^http:\/\/api\.shop\.example\/v2\/smartlinks\/\w{8}$/,
    );
    assert.match(await addressIn(created), /^http:\/\/api\.shop\.example\/\w{8}$/);
    const problem = (await (await service.send('/v2/nothing')).json()) as { type: string };
    assert.equal(problem.type, 'http://api.shop.example/docs/errors#not_found');
    const document = (await (await service.send('/openapi.json')).json()) as { servers: unknown };
    assert.deepEqual(document.servers, [{ url: 'http://api.shop.example' }]);
  });

  for (const [how, prefix] of [
    ['leaves it on', '/links'],
    ['takes it off', ''],
  ] as const) {
    it(`can have a path, and the proxy in front ${how}`, async () => {
      const service = await serveHere({ BASE_URL: 'http://shop.example/links' });
      const created = await service.create('https://www.example/x', `${prefix}/v2/smartlinks`);
      const location = created.headers.get('location') ?? '';
      const address = await addressIn(created);
      assert.match(address, /^http:\/\/shop\.example\/links\/\w{8}$/);
      const asProxied = (url: string): string =>
        new URL(url).pathname.replace(/^\/links/, () => prefix);
      const found = await service.send(asProxied(location), {
        headers: { authorization: `Token ${service.token}` },
      });
      assert.equal(found.status, 200);
      const visit = await service.send(asProxied(address));
      assert.equal(visit.status, 302);
      assert.equal(visit.headers.get('location'), 'https://www.example/x');
      assert.equal((await service.send(`${prefix}/health/ready`)).status, 200);
    });
  }

  it('can have a path in requests with an absolute address', async () => {
    const service = await serveHere({ BASE_URL: 'http://shop.example/links' });
    const path = new URL(await addressIn(await service.create('products/5'))).pathname;
    const request = (target: string): string =>
      `GET ${target} HTTP/1.1\r\nHost: shop.example\r\nOrigin: https://www.example\r\n` +
      `Authorization: Token ${service.token}\r\nConnection: close\r\n\r\n`;
    for (const at of ['http://shop.example', 'HTTP://shop.example:80', 'https://x.example', '']) {
      const target = `${at}/links/v2/smartlinks/${path.split('/').at(-1)}`;
      const [answer] = await rawExchange(service.url, request(target));
      assert.equal(answer?.status, 200, target);
      assert.equal(answer.headers['access-control-allow-origin'], '*', target);
    }
    const [home] = await rawExchange(service.url, request('http://shop.example?a=/b'));
    assert.equal(home?.status, 200);
  });

  it('with a path does not affect the rest of its host, which links can lead to', async () => {
    const service = await serveHere({
      BASE_URL: 'https://shop.example/links',
      SMARTLINK_BASE: 'https://go.shop.example',
    });
    const address = await addressIn(await service.create('https://shop.example/cart'));
    const visit = await service.send(new URL(address).pathname);
    assert.equal(visit.headers.get('location'), 'https://shop.example/cart');
    const loop = `https://shop.example/links${new URL(address).pathname}`;
    assert.equal((await service.create(loop)).status, 422);
  });

  it('with a path serves a page at that path, with and without a trailing slash', async () => {
    const service = await serveHere({ BASE_URL: 'http://shop.example/links' });
    assert.equal((await service.send('/links/')).status, 200);
    assert.equal((await service.send('/links')).status, 200);
  });

  it('with a path below that of the links serves a page there, which is no guessed code', async () => {
    const service = await serveHere({
      BASE_URL: 'https://shop.example/links',
      SMARTLINK_BASE: 'https://shop.example',
      MISSES_PER_MINUTE: '2',
    });
    for (const path of ['/links/', '/links', '/links/', '/links/?a=1', '/links/']) {
      const home = await service.send(path);
      assert.equal(home.status, 200, path);
      assert.match(await home.text(), /Smartlink is running/);
    }
    const address = await addressIn(await service.create('https://www.example/x'));
    assert.equal((await service.send(new URL(address).pathname)).status, 302);
  });

  it('with a path serves API pages that load nothing from outside that path', async () => {
    const service = await serveHere({ BASE_URL: 'http://shop.example/links' });
    const page = await (await service.send('/links/docs')).text();
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((found) => found[1] ?? '');
    assert.ok(loaded.length > 2, page);
    for (const reference of loaded) {
      const { pathname } = new URL(reference, 'http://shop.example/links/docs');
      assert.match(pathname, /^\/links\//, reference);
    }
  });
});

describe('SMARTLINK_BASE', () => {
  it('can be another host than BASE_URL', async () => {
    const service = await serveHere({
      BASE_URL: 'http://api.shop.example',
      SMARTLINK_BASE: 'https://go.shop.example',
    });
    const created = await service.create('https://shop.example/x');
    assert.match(created.headers.get('location') ?? '', /^http:\/\/api\.shop\.example\/v2\//);
    const address = await addressIn(created);
    assert.match(address, /^https:\/\/go\.shop\.example\/\w{8}$/);
    assert.equal((await service.send(new URL(address).pathname)).status, 302);
    assert.equal((await service.create(address)).status, 422, 'a link to another link is a loop');
  });

  it('can have a path', async () => {
    const service = await serveHere({ SMARTLINK_BASE: 'https://shop.example/l/' });
    const address = await addressIn(await service.create('https://www.example/x'));
    assert.match(address, /^https:\/\/shop\.example\/l\/\w{8}$/);
    const { pathname } = new URL(address);
    assert.equal((await service.send(pathname)).status, 302);
    assert.equal(
      (await service.send(pathname.replace('/l/', '/'))).status,
      302,
      'the proxy removed the path',
    );
    assert.equal((await service.create(address)).status, 422, 'a link to another link is a loop');
  });

  it('with a path does not affect the rest of its host, which links can lead to', async () => {
    const service = await serveHere({ SMARTLINK_BASE: 'https://shop.example/l' });
    const address = await addressIn(await service.create('https://shop.example/cart'));
    const visit = await service.send(new URL(address).pathname);
    assert.equal(visit.headers.get('location'), 'https://shop.example/cart');
  });
});
