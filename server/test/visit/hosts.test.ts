import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { describe, test } from 'node:test';
import { SHOP, smartlink, startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newStore } from '../store.ts';
import { AGENTS } from './agents.ts';

/**
 * Returns whether a browser that follows the address neither runs code nor reads files, and shows
 * the real host.
 */
function statusOf(
  service: Service,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(new URL(path, service.url), { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on('error', reject).end();
  });
}

describe('hosts of links', () => {
  test('an app’s links open only under its own hosts and the default one', async () => {
    const service = await startService({ SMARTLINK_BASE: 'https://link.example' });
    await service.apply(SHOP);
    const { code } = await service.create({ uri: 'https://shop.example/p/5' });
    const at = async (host: string, path = `/${code}`): Promise<number> =>
      (await statusOf(service, path, { host })).status;
    assert.equal(await at('anything.example'), 302, 'without hosts, links open under every name');
    await service.apply({
      apps: [
        { name: 'shop', hosts: ['go.shop.example', 'shop.link'] },
        { name: 'other', hosts: ['go.other.example'] },
      ],
    });
    await eventually('the hosts are in effect', async () => (await at('anything.example')) === 404);
    for (const [host, status] of [
      ['go.shop.example', 302],
      ['GO.shop.example.:8443', 302],
      ['shop.link', 302],
      ['link.example', 302],
      ['go.other.example', 404],
      ['evil.example', 404],
      ['go.shop.example@evil.example', 404],
    ] as const) {
      assert.equal(await at(host), status, host);
      assert.equal(await at(host), status, `${host}, remembered`);
    }
    assert.equal(await at('whatever.example', '/health/live'), 200, 'hosts restrict only links');
    const explained = await service.request(
      'GET',
      `/manage/v1/smartlinks/${code}/explain?host=evil.example`,
    );
    assert.deepEqual(
      [explained.status, explained.json.kind, explained.json.why],
      [
        200,
        'not-found',
        [
          'the link does not open under evil.example, only under go.shop.example, shop.link, link.example',
        ],
      ],
    );
    const loop = await service.request('POST', '/v2/smartlinks', {
      body: { uri: `https://go.other.example/${code}` },
    });
    assert.equal(loop.status, 422, 'links to the links of any host are loops');
  });

  test('a host belongs to one app, and never to the service itself', async () => {
    const service = await startService({ SMARTLINK_BASE: 'https://link.example' });
    await service.apply({ apps: [{ name: 'one', hosts: ['go.one.example'] }] });
    const hosts = [
      'go.ok.example',
      'link.example',
      'Go.two.example',
      'go.two.example:443',
      'https://go.two.example',
      '10.0.0.1',
      'bücher.example',
    ];
    const refused = await service.request('PATCH', '/manage/v1/app', { body: { hosts } });
    assert.equal(refused.status, 422);
    assert.deepEqual(
      refused.json.errors.map((issue: { pointer: string }) => issue.pointer),
      ['/hosts/1', '/hosts/2', '/hosts/3', '/hosts/4', '/hosts/5', '/hosts/6'],
    );
    const apps = [{ name: 'shop', hosts: ['go.one.example'] }];
    await assert.rejects(service.apply({ apps }), /belongs to another app/);
  });

  test('the management API shows and changes an app like an apply file', async () => {
    const service = await startService();
    await service.apply(SHOP);
    const before = await service.request('GET', '/manage/v1/app');
    assert.equal(before.status, 200);
    assert.equal(before.json.platforms.web.base, 'https://shop.example');
    const change = (body: object, path = '', headers = {}) =>
      service.request('PATCH', `/manage/v1/app${path}`, { body, headers });
    const visits = { title: 'Shop' };
    const tried = await change({ visits }, '?dry_run=true');
    assert.deepEqual(tried.json.changes, [
      { change: 'replace', what: 'shop/visits', from: {}, to: visits },
    ]);
    assert.equal((await service.request('GET', '/manage/v1/app')).text, before.text);
    const etag = before.headers.get('etag') ?? '';
    const done = await change({ visits }, '', { 'if-match': etag });
    assert.deepEqual([done.status, done.json.app.visits], [200, visits]);
    assert.equal((await change({ visits: {} }, '', { 'if-match': etag })).status, 412);
    assert.equal((await change({ name: 'other' })).status, 422);
    assert.equal((await change({ hosts: 'x' })).status, 422);
    const again = await service.request('GET', '/manage/v1/app');
    const round = await change(again.json, '?dry_run=true');
    assert.deepEqual(round.json.changes, [], 'the response can be sent back unchanged');
  });

  test('the association files of a host list the apps of that host', async () => {
    const DATABASE_URL = await newStore();
    const service = await startService({ DATABASE_URL, SMARTLINK_BASE: 'https://link.example' });
    const file = '/.well-known/apple-app-site-association';
    assert.equal((await statusOf(service, file, { host: 'link.example' })).status, 404);
    const apps = [{ team_id: 'ABCDE12345', bundle_id: 'com.shop.app' }];
    const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');
    const android = [{ package: 'com.other', sha256_cert_fingerprints: [fingerprint] }];
    await service.apply({
      apps: [
        { name: 'shop', hosts: ['go.shop.example'], platforms: { universal: { apps } } },
        { name: 'other', hosts: ['go.other.example'], platforms: { android: { apps: android } } },
      ],
    });
    const text = async (host: string, path: string): Promise<string> =>
      (await statusOf(service, path, { host })).text;
    await eventually('the files are there', async () => {
      return (await text('link.example', file)).includes('ABCDE12345.com.shop.app');
    });
    assert.ok((await text('go.shop.example', file)).includes('ABCDE12345.com.shop.app'));
    assert.equal((await statusOf(service, file, { host: 'go.other.example' })).status, 404);
    const links = '/.well-known/assetlinks.json';
    assert.ok((await text('go.other.example', links)).includes(fingerprint));
    assert.equal((await statusOf(service, links, { host: 'go.shop.example' })).status, 404);
    await service.apply({ apps: [{ name: 'shop', hosts: ['new.shop.example'] }] });
    await eventually('the host is moved', async () => {
      return (await statusOf(service, file, { host: 'go.shop.example' })).status === 404;
    });
    assert.ok((await text('new.shop.example', file)).includes('ABCDE12345.com.shop.app'));
    // Returns whether the service builds such intents, without a refused scheme.
    const { db } = service.app.ctx;
    const all = db.all.bind(db);
    Object.assign(db, { all: () => Promise.reject(new Error('the database was used')) });
    assert.ok((await text('new.shop.example', file)).includes('ABCDE12345.com.shop.app'));
    Object.assign(db, { all });
  });
});

test('smartlink explain prints the response to a visitor', async () => {
  const DATABASE_URL = await newStore();
  const service = await startService({ DATABASE_URL });
  await service.apply(SHOP);
  const { code } = await service.create({ uri: 'products/5' });
  const ran = await smartlink(
    [
      'explain',
      `http://localhost/${code}?a=1`,
      '--user-agent',
      AGENTS.desktop,
      '--header',
      'Sec-CH-UA-Platform: "Android"',
    ],
    { DATABASE_URL },
  );
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(
    ran.stdout,
    new RegExp(`^${code} for android: open-app \\(200\\)\\n  1\\. the visitor`),
  );
  assert.match(ran.stdout, /button +com\.shop\.app:\/\/products\/5/);
  const elsewhere = `http://localhost/l/${code}`;
  const no = await smartlink(['explain', elsewhere, '--user-agent', 'x'], { DATABASE_URL });
  assert.equal(no.code, 1);
  assert.match(no.stderr, new RegExp(`No smart link opens at /l/${code}: they open at http`));
  const below = { DATABASE_URL, SMARTLINK_BASE: 'http://localhost/l' };
  const yes = await smartlink(['explain', elsewhere, '--user-agent', 'x'], below);
  assert.equal(yes.code, 0, yes.stderr);
});
