import assert from 'node:assert/strict';
import { createServer, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import {
  appleAppSiteAssociation,
  assetLinks,
  type Association,
} from '../src/domain/app/association.ts';
import { callers } from '../src/http/caller.ts';
import { associationHandler } from '../src/http/visit/association.ts';
import { afterAll } from './harness.ts';

const APPLE = '/.well-known/apple-app-site-association';
const APPLE_ROOT = '/apple-app-site-association';
const GOOGLE = '/.well-known/assetlinks.json';

const SHOP: Association = {
  apple: [{ team_id: 'ABCDE12345', bundle_id: 'com.shop.app' }],
  android: [{ package: 'com.shop.app', sha256_cert_fingerprints: [`AA:${'9F:'.repeat(30)}00`] }],
};
const PATHS = { linkPath: '/l', basePath: '' };
const NOTHING: Association = { apple: [], android: [] };

/** The cached apps by host; a missing host is not cached yet. */
const HOSTS = new Map<string | undefined, Association>([
  ['go.shop.example', SHOP],
  ['apple.example', { ...SHOP, android: [] }],
  ['[::1]', SHOP],
  ['nothing.example', NOTHING],
]);

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

describe('association files', () => {
  let port = 0;

  before(async () => {
    const handle = associationHandler(
      (host) => HOSTS.get(host),
      () => PATHS,
      callers([], false),
    );
    const server = createServer((asked, response) => {
      if (!handle(asked, response)) response.writeHead(418).end('not an association file');
    });
    server.listen(0, '127.0.0.1');
    afterAll(() => server.close());
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });

  const ask = async (
    path: string,
    { host = 'go.shop.example', method = 'GET', body = '' } = {},
  ): Promise<Answer> => {
    const headers = { host, 'content-length': body.length };
    const sent = request({ port, host: '127.0.0.1', path, method, headers });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return { status: answer.statusCode, headers: answer.headers, text };
  };

  for (const [path, wanted] of [
    [APPLE, appleAppSiteAssociation(SHOP, PATHS)],
    [APPLE_ROOT, appleAppSiteAssociation(SHOP, PATHS)],
    [GOOGLE, assetLinks(SHOP, PATHS)],
  ] as const) {
    it(`${path} is JSON that caches may keep for minutes, without a redirect`, async () => {
      const { status, headers, text } = await ask(path);
      assert.equal(status, 200);
      assert.equal(text, wanted);
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers['content-length'], String(Buffer.byteLength(text)));
      assert.equal(headers['cache-control'], 'public, max-age=300');
    });

    it(`HEAD of ${path} has the same headers and no body`, async () => {
      const get = await ask(path);
      const head = await ask(path, { method: 'HEAD' });
      const { date: _, ...wantedHeaders } = get.headers;
      const { date: __, ...headers } = head.headers;
      assert.deepEqual([head.status, head.text, headers], [200, '', wantedHeaders]);
    });

    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      it(`${method} of ${path} is rejected with the allowed methods`, async () => {
        const { status, headers } = await ask(path, { method, body: 'x'.repeat(100_000) });
        assert.deepEqual([status, headers.allow], [405, 'GET, HEAD']);
      });
    }

    it(`${path} of a host without apps is an uncacheable 404 in plain text`, async () => {
      const { status, headers, text } = await ask(path, { host: 'nothing.example' });
      assert.equal(status, 404);
      assert.equal(text, 'No app is configured for this host.\n');
      assert.match(headers['content-type'] ?? '', /^text\/plain/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['cache-control'], 'no-store');
    });

    it(`${path} is not cached while the apps are unknown`, async () => {
      const { status, headers } = await ask(path, { host: 'unknown.example' });
      assert.deepEqual([status, headers['retry-after']], [503, '1']);
      assert.equal(headers['cache-control'], 'no-store');
    });
  }

  it('the two files are independent: a host can have an app for only one of them', async () => {
    assert.equal((await ask(APPLE, { host: 'apple.example' })).status, 200);
    assert.equal((await ask(GOOGLE, { host: 'apple.example' })).status, 404);
  });

  for (const host of ['GO.Shop.Example', 'go.shop.example:8443', 'go.shop.example.', '[::1]:80']) {
    it(`${host} is recognized as the host with that name`, async () =>
      assert.equal((await ask(APPLE, { host })).status, 200));
  }

  for (const path of [`${APPLE}?mode=developer`, `http://go.shop.example${GOOGLE}`]) {
    it(`${path} is an association file`, async () => assert.equal((await ask(path)).status, 200));
  }

  for (const path of [
    '/',
    '/Xk4TqmPr',
    `${APPLE}/`,
    `${GOOGLE}/`,
    `${APPLE}.json`,
    `/l${APPLE}`,
    `//${GOOGLE}`,
    '/assetlinks.json',
    '/.well-known',
    '/.WELL-KNOWN/assetlinks.json',
    '/.well-known/%61ssetlinks.json',
  ]) {
    it(`${path} is not an association file`, async () => {
      const { status, text } = await ask(path);
      assert.deepEqual([status, text], [418, 'not an association file']);
    });
  }
});
