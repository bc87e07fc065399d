import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { CALLS, isSafe, titleOf, type Call } from '../manage/calls.ts';
import { openScene, type Scene } from '../manage/scene.ts';
import { stateOf } from '../manage/state.ts';

type Headers = Readonly<Record<string, string>>;

/** What takes a session, or the page that one comes by. */
const OF_BROWSERS = CALLS.filter(({ takes }) => !/token|device|public/.test(takes));
/** Bodies that a form or a script of any site may send without asking first, and the one that it may not. */
const TYPES = [
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json',
  'application/json; charset=utf-8',
];

describe('a request that no page of the service itself has sent', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });

  /** What browsers, old and new, say of pages that are not of this service; and what none says. */
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
      // Nobody can set one of both; who could would gain nothing by it.
      ...sites.map((site) => ({ 'sec-fetch-site': site, origin: own.origin })),
      ...origins.map((origin) => ({ origin })),
      // A page says where it comes from also here, but may choose not to.
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

  /** The cookie alone: what a browser adds to every request by itself. */
  async function cookie(): Promise<Headers> {
    const { cookie: own = '' } = await scene.headersOf('owner');
    return { cookie: own, 'smartlink-app': 'shop' };
  }

  for (const call of OF_BROWSERS.filter((one) => !isSafe(one))) {
    test(`${titleOf(call)} is refused`, async () => {
      const [path, own] = [await scene.filled(call.path), await cookie()];
      const body = typeof call.body === 'function' ? await call.body(scene) : call.body;
      const settled = await stateOf(scene.service);
      const told = elsewhere().flatMap((headers) =>
        TYPES.map((type) => ({ ...own, ...headers, 'content-type': type })),
      );
      await Promise.all(
        told.map(async (headers) => {
          const { status, json, headers: answered } = await send(call, path, headers, body);
          const where = JSON.stringify(headers);
          assert.deepEqual([status, json.code], [403, 'cross_site'], where);
          assert.equal(answered.get('set-cookie'), null, where);
          assert.equal(answered.get('access-control-allow-origin'), null, where);
        }),
      );
      assert.equal(await stateOf(scene.service), settled, 'something was changed');
      // All that was wrong with them is where they came from.
      const { status } = await send(call, path, { ...own, 'sec-fetch-site': 'same-origin' }, body);
      assert.ok(status < 300, `${status}`);
    });
  }

  test('reads nothing either, as far as its browser says so', async () => {
    const own = await cookie();
    for (const call of OF_BROWSERS.filter(isSafe)) {
      const path = await scene.filled(call.path);
      const reads = elsewhere().map(async (headers) => {
        const { status } = await send(call, path, { ...own, ...headers }, undefined);
        const says = 'origin' in headers || 'sec-fetch-site' in headers;
        // Somebody typed the address.
        const refused = says && headers['sec-fetch-site'] !== 'none';
        const where = `${path} ${JSON.stringify(headers)}: ${status}`;
        assert.ok(refused ? status === 403 : status < 400, where);
      });
      await Promise.all(reads);
    }
  });

  test('is no other request by what it says in a header, a query or a form', async () => {
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
