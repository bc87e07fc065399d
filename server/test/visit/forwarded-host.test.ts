import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { before, describe, test } from 'node:test';
import { startService, type Service } from '../harness.ts';
import { getAs, type RawAnswer } from '../send-as.ts';

const FILE = '/.well-known/apple-app-site-association';
const appleApp = (bundle: string) => ({ team_id: 'ABCDE12345', bundle_id: bundle });

/** Two apps with a host each, behind a proxy on loopback. */
async function behindProxy(environment: Readonly<Record<string, string>>): Promise<Service> {
  const service = await startService({
    SMARTLINK_BASE: 'https://link.example',
    TRUSTED_PROXIES: 'loopback',
    ...environment,
  });
  const app = (name: string) => ({
    name,
    hosts: [`go.${name}.example`],
    platforms: { universal: { apps: [appleApp(`com.${name}`)] } },
  });
  await service.apply({ apps: [app('shop'), app('books')] });
  await service.app.catchUp();
  return service;
}

describe('X-Forwarded-Host', () => {
  const ask = (
    service: Service,
    path: string,
    forwarded: string | string[],
    host = 'go.shop.example',
  ): Promise<RawAnswer> => getAs(service.url, path, { host, 'x-forwarded-host': forwarded });

  test('is ignored without the setting, even from a trusted proxy', async () => {
    const service = await behindProxy({});
    const { code } = await service.create({ uri: 'https://e.example/' });
    const file = await ask(service, FILE, 'go.books.example');
    assert.deepEqual([file.status, file.headers.vary], [200, undefined]);
    assert.match(file.text, /com\.shop/);
    assert.ok(!file.text.includes('com.books'));
    assert.equal((await ask(service, `/${code}`, 'go.books.example')).status, 302);
    assert.equal(
      (await ask(service, `/${code}`, 'go.shop.example', 'go.books.example')).status,
      404,
    );
  });

  test('of a trusted proxy is used with TRUST_FORWARDED_HOST, with Vary', async () => {
    const service = await behindProxy({ TRUST_FORWARDED_HOST: 'on' });
    const { code } = await service.create({ uri: 'https://e.example/' });
    const files = [
      await ask(service, FILE, 'go.books.example'),
      await ask(service, FILE, 'go.shop.example, go.books.example'),
      await ask(service, FILE, ['go.shop.example', 'go.books.example']),
    ];
    for (const file of files) {
      assert.match(file.text, /com\.books/);
      assert.ok(!file.text.includes('com.shop'));
      assert.equal(file.headers.vary, 'X-Forwarded-Host');
    }
    const without = await getAs(service.url, FILE, { host: 'go.shop.example' });
    assert.match(without.text, /com\.shop/);
    assert.equal(without.headers.vary, 'X-Forwarded-Host', 'both responses have the same address');
    const none = await ask(service, FILE, 'other.example');
    assert.deepEqual([none.status, none.headers.vary], [404, 'X-Forwarded-Host']);
    const visit = await ask(service, `/${code}`, 'go.books.example');
    assert.equal(visit.status, 404);
    assert.match(visit.headers['cache-control'] ?? '', /no-store/);
  });

  test('of other clients is ignored', async () => {
    const service = await behindProxy({
      TRUST_FORWARDED_HOST: 'on',
      TRUSTED_PROXIES: '192.0.2.1',
    });
    const file = await ask(service, FILE, 'go.books.example');
    assert.match(file.text, /com\.shop/);
    assert.ok(!file.text.includes('com.books'));
  });
});

describe('a request with two Host headers', () => {
  let service: Service;
  let code: string;
  before(async () => {
    service = await startService();
    code = (await service.create({ uri: 'https://e.example/' })).code;
  });

  const send = (path: string, ...headers: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(service.url);
      let text = '';
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n`,
        );
      });
      socket.setEncoding('utf8').on('data', (part: string) => (text += part));
      socket.on('end', () => resolve(text)).on('error', reject);
    });

  for (const [what, path] of [
    ['a visit', () => `/${code}`],
    ['an association file', () => FILE],
    ['the API', () => '/health/live'],
    ['nothing', () => '/nowhere/at/all'],
  ] as const) {
    test(`is rejected on every path: ${what}`, async () => {
      const one = await send(path(), 'Host: a.example');
      assert.doesNotMatch(one, /^HTTP\/1\.1 400/);
      for (const headers of [
        ['Host: a.example', 'Host: b.example'],
        ['Host: a.example', 'Host: a.example'],
        ['host: a.example', 'Accept: */*', 'HOST: b.example'],
        ['Host: a.example', 'Host:'],
      ]) {
        const answer = await send(path(), ...headers);
        assert.match(answer, /^HTTP\/1\.1 400/, headers.join());
        assert.match(answer, /"code":"bad_request"/);
      }
    });
  }
});
