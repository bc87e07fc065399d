import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { CALLS, isSafe, titleOf, type Call } from '../manage/calls.ts';
import { openScene, type Scene } from '../manage/scene.ts';
import { stateOf } from '../manage/state.ts';

type Headers = Readonly<Record<string, string>>;

/** Calls that require a session or a page of the service. */
const OF_BROWSERS = CALLS.filter(({ takes }) => !/token|device|public/.test(takes));
/**
 * Content types that a form or script of any site can send without a preflight request, and one
 * that requires it.
 */
const TYPES = [
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json',
  'application/json; charset=utf-8',
];

describe('a request that does not come from a page of the service', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });

  /** The headers of old and new browsers for pages of other sites, and requests without such headers. */
  function elsewhere(): Headers[] {
    const own = new URL(scene.service.url);
    const origins = [
      'null',
      'https://evil.example',
      `http://${own.hostname}:${Number(own.port) + 1}`,
      `http://${own.hostname}`,
      `https://${own.host}`,
      `http://localhost:${own.port}`,
      `http://[::1]:${own.port}`,
      `${own.origin}.evil.example`,
      `http://evil.example@${own.host}`,
      `${own.origin}/`,
      `${own.origin}, https://evil.example`,
      own.host,
      'file://',
      '',
    ];
    const sites = ['cross-site', 'same-site', 'none', '', 'Same-Origin', 'same-origin, cross-site'];
    return [
      ...sites.map((site) => ({ 'sec-fetch-site': site })),
      // A page cannot set only one of the two headers, and would gain nothing from it.
      ...sites.map((site) => ({ 'sec-fetch-site': site, origin: own.origin })),
      ...origins.map((origin) => ({ origin })),
      // A page usually sends its address in `Referer`, but it can omit it.
      { referer: `${own.origin}/dashboard/` },
      {},
    ];
  }

  const send = (
    call: Call,
    path: string,
    headers: Headers,
    body: object | undefined,
    method = call.method,
  ) =>
    scene.service.request(method, path, {
      token: undefined,
      headers,
      ...(body === undefined ? {} : { body }),
    });

  /** Only the cookie, which a browser adds to every request automatically. */
  async function cookie(): Promise<Headers> {
    const { cookie: own = '' } = await scene.headersOf('owner');
    return { cookie: own, 'smartlink-app': 'shop' };
  }

  for (const call of OF_BROWSERS.filter((one) => !isSafe(one))) {
    test(`${titleOf(call)} is rejected`, async () => {
      const [path, own] = [await scene.filled(call.path), await cookie()];
      const body = typeof call.body === 'function' ? await call.body(scene) : call.body;
      const settled = await stateOf(scene.service);
      const requests = elsewhere().flatMap((headers) =>
        TYPES.map((type) => ({ ...own, ...headers, 'content-type': type })),
      );
      await Promise.all(
        requests.map(async (headers) => {
          const { status, json, headers: answered } = await send(call, path, headers, body);
          const where = JSON.stringify(headers);
          assert.deepEqual([status, json.code], [403, 'cross_site'], where);
          assert.equal(answered.get('set-cookie'), null, where);
          assert.equal(answered.get('access-control-allow-origin'), null, where);
        }),
      );
      assert.equal(await stateOf(scene.service), settled, 'the state of the service changed');
      // Only the origin of these requests is invalid: with the right one they succeed.
      const { status } = await send(call, path, { ...own, 'sec-fetch-site': 'same-origin' }, body);
      assert.ok(status < 300, `${status}`);
    });
  }

  test('cannot read either, according to the headers of its browser', async () => {
    const own = await cookie();
    for (const call of OF_BROWSERS.filter(isSafe)) {
      const path = await scene.filled(call.path);
      const reads = elsewhere().map(async (headers) => {
        const { status } = await send(call, path, { ...own, ...headers }, undefined);
        const says = 'origin' in headers || 'sec-fetch-site' in headers;
        // `none` means that the user typed the address.
        const refused = says && headers['sec-fetch-site'] !== 'none';
        const where = `${path} ${JSON.stringify(headers)}: ${status}`;
        assert.ok(refused ? status === 403 : status < 400, where);
      });
      await Promise.all(reads);
    }
  });

  test('is rejected regardless of headers, query or form', async () => {
    const own = { ...(await cookie()), 'sec-fetch-site': 'none' };
    const settled = await stateOf(scene.service);
    for (const call of OF_BROWSERS.filter((one) => !isSafe(one))) {
      const [path] = call.path.replace(/\{\w+\}/g, 'x').split('?');
      const { method } = call;
      const tricks = { 'x-http-method-override': method, 'x-method-override': method };
      await send(call, `${path}?_method=${method}`, { ...own, ...tricks }, undefined, 'GET');
    }
    assert.equal(await stateOf(scene.service), settled);
  });
});
