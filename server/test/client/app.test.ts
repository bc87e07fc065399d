import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { startService, type Answer, type Service } from '../harness.ts';

const PATH = '/client/v1/app';

describe(`GET ${PATH}`, () => {
  const get = (service: Service, token: string | undefined = service.owner.tokens.web) =>
    service.request('GET', PATH, { token });
  const bases = ({ status, json, text }: Answer): string[] => {
    assert.equal(status, 200, text);
    assert.deepEqual(Object.keys(json as object), ['smartlink_bases']);
    return json.smartlink_bases as string[];
  };

  test('returns the default address, and nothing about other apps', async () => {
    const service = await startService({ SMARTLINK_BASE: 'https://link.example/l' });
    assert.deepEqual(bases(await get(service)), ['https://link.example/l']);
    const other = await createApp(service.app.ctx, 'other');
    await service.apply({
      apps: [
        { name: 'shop', hosts: ['shop.link', 'go.shop.example'] },
        { name: 'other', hosts: ['go.other.example'] },
      ],
    });
    await service.app.catchUp();
    // The hosts in the order of the app.
    assert.deepEqual(bases(await get(service)), [
      'https://link.example/l',
      'https://shop.link/l',
      'https://go.shop.example/l',
    ]);
    assert.deepEqual(bases(await get(service, other.tokens.iphone)), [
      'https://link.example/l',
      'https://go.other.example/l',
    ]);
    await service.apply({ apps: [{ name: 'shop', hosts: [] }] });
    await service.app.catchUp();
    assert.deepEqual(bases(await get(service)), ['https://link.example/l']);
  });

  test('returns exactly the addresses under which a link opens', async () => {
    const service = await startService();
    await service.apply({
      apps: [
        { name: 'shop', hosts: ['go.shop.example'] },
        { name: 'other', hosts: ['go.other.example'] },
      ],
    });
    await service.app.catchUp();
    const { code, address } = await service.create({ uri: 'https://shop.example/p/5' });
    const { port } = new URL(service.url);
    const named = bases(await get(service));
    assert.deepEqual(named, [service.url, `http://go.shop.example:${port}`]);
    assert.equal(address, `${named[0]}/${code}`);
    for (const base of named) {
      assert.equal(await visit(service, code, new URL(base).host), 302, base);
    }
    assert.equal(await visit(service, code, `go.other.example:${port}`), 404);
  });

  test('can be cached only by the client', async () => {
    const service = await startService();
    const { headers } = await get(service);
    assert.equal(headers.get('cache-control'), 'private, max-age=300');
    assert.equal(headers.get('vary'), 'authorization, origin');
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  });

  test('accepts platform tokens only', async () => {
    const service = await startService();
    for (const [token, status] of [
      [undefined, 401],
      ['sl_web_x', 401],
      [service.owner.tokens.server, 403],
      [service.owner.tokens.android, 200],
    ] as const) {
      const answer = await service.request('GET', PATH, { token });
      assert.equal(answer.status, status);
    }
    const slash = await service.request('GET', `${PATH}/`, { token: service.owner.tokens.web });
    assert.equal(slash.status, 200);
  });
});

/** The status of a visit under a name: `fetch` sets `Host` itself. */
function visit(service: Service, code: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    httpRequest(`${service.url}/${code}`, { headers: { host } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    })
      .once('error', reject)
      .end();
  });
}
