import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ApiDocument } from './fuzz/contract.ts';
import { SHOP, type Answer } from './harness.ts';
import { CALLS, titleOf, type Call, type Takes } from './manage/calls.ts';
import { openScene, type Scene } from './manage/scene.ts';
import { stateOf } from './manage/state.ts';

/** A caller with permission for each requirement of a call. */
const CALLER: Readonly<Record<Takes, string>> = {
  viewer: 'viewer',
  editor: 'editor',
  owner: 'server',
  person: 'owner',
  member: 'owner',
  founder: 'owner',
  known: 'server',
  page: 'nobody',
  token: 'server',
  device: 'device',
  public: 'nobody',
};

const API = /^\/(?:v2|client|manage)\//;
/**
 * Preflight requests, and the callback because providers add their own parameters, accept any
 * parameters.
 */
const TAKES_ANY = /callback/;

const asked = ({ method, path }: Call): boolean =>
  API.test(path) && method !== 'OPTIONS' && !TAKES_ANY.test(path);
/** Each operation once, without its own query. */
const OPERATIONS = [
  ...new Map(
    CALLS.filter(asked).map((call) => {
      const path = call.path.replace(/\?.*/, '');
      return [`${call.method} ${path}`, { ...call, path }];
    }),
  ).values(),
];

describe('query parameters', () => {
  let scene: Scene;
  let document: ApiDocument;
  before(async () => {
    scene = await openScene();
    await scene.service.apply(SHOP);
    document = (await scene.service.request('GET', '/openapi.json')).json;
  });

  /** Returns a function that sends a call with a query, and one that asserts that nothing has changed since. */
  const prepared = async (call: Call, caller = CALLER[call.takes]) => {
    const { method: own, body: given } = call;
    const path = await scene.filled(call.path, caller);
    const headers = await scene.headersOf(caller);
    const body = typeof given === 'function' ? await given(scene) : given;
    const options = { token: undefined, headers, ...(body === undefined ? {} : { body }) };
    const settled = await stateOf(scene.service);
    return {
      send: (query: string, method = own) => scene.service.request(method, path + query, options),
      assertUnchanged: async () =>
        assert.equal(await stateOf(scene.service), settled, `${titleOf(call)} changed something`),
    };
  };
  const sendOnce = async (call: Call, query: string, caller?: string): Promise<Answer> => {
    const { send, assertUnchanged } = await prepared(call, caller);
    const answer = await send(query);
    if (answer.status >= 400) await assertUnchanged();
    return answer;
  };
  const parametersOf = ({ method, path }: Call): string[] =>
    (document.paths[path]?.[method.toLowerCase()]?.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name);

  for (const call of OPERATIONS) {
    test(`${call.method} ${call.path} rejects unknown and repeated parameters`, async () => {
      const known = parametersOf(call);
      const { send, assertUnchanged } = await prepared(call);
      const { status, json } = await send('?no_such_parameter=1&%7E/=');
      assert.deepEqual([status, json.code], [422, 'validation_failed']);
      assert.deepEqual(
        json.errors.map(({ pointer }: { pointer: string }) => pointer),
        ['/query/no_such_parameter', '/query/~0~1'],
      );
      const words =
        known.length === 0 ? 'no names are allowed here' : `known names are ${known.join(', ')}`;
      assert.equal(json.errors[0].detail, `unknown query parameter; ${words}`);
      for (const name of known) {
        const misspelt = await send(`?${name.toUpperCase()}=1`);
        assert.deepEqual(
          [misspelt.status, misspelt.json.detail],
          [422, `/query/${name.toUpperCase()} unknown query parameter; did you mean "${name}"?`],
        );
        const twice = await send(`?${name}=1&${name}=1`);
        assert.deepEqual(
          [twice.status, twice.json.errors],
          [422, [{ pointer: `/query/${name}`, detail: 'is given more than once' }]],
        );
      }
      if (call.method === 'GET') {
        const head = await send('?no_such_parameter=1', 'HEAD');
        assert.deepEqual([head.status, head.text], [422, '']);
      }
      await assertUnchanged();
    });
  }

  test('are checked after the token', async () => {
    for (const call of OPERATIONS.filter(({ takes }) => takes !== 'page')) {
      const { status, json } = await sendOnce(call, '?no_such_parameter=1', 'made-up');
      assert.deepEqual([status, json.code], [401, 'unauthorized'], titleOf(call));
    }
  });

  test('an unknown or invalid dry_run changes nothing', async () => {
    const call = { takes: 'owner', method: 'PATCH', path: '/manage/v1/app' } as const;
    const body = { platforms: { ipad: { enabled: false } } };
    for (const [query, status] of [
      ['?dryrun=true', 422],
      ['?dry_run=yes', 400],
      ['?dry_run=', 400],
      ['?dry_run=true&dry_run=false', 422],
    ] as const) {
      assert.equal((await sendOnce({ ...call, body }, query)).status, status, query);
    }
  });

  test('preflight requests, visits and the callback of a provider accept any parameters', async () => {
    const { service } = scene;
    const asPublic = { token: undefined };
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
    const preflight = await service.request('OPTIONS', '/client/v1/redemptions?x=1', {
      ...asPublic,
      headers,
    });
    assert.equal(preflight.status, 204);
    const { code } = await service.create({ uri: 'https://shop.example/a' });
    const visit = `/${code}?utm_source=a&utm_source=b&limit=0`;
    assert.equal((await service.request('GET', visit, asPublic)).status, 302);
    const back = '/manage/v1/sign-in/oidc/callback?state=a&session_state=b&x=1&x=2';
    assert.equal((await service.request('GET', back, asPublic)).status, 302);
    assert.equal((await service.request('GET', '/health/live?at=1', asPublic)).status, 200);
  });

  test('a question mark without parameters is accepted', async () => {
    const [call] = OPERATIONS.filter(({ path }) => path === '/manage/v1/smartlinks');
    assert.ok(call);
    assert.equal((await sendOnce(call, '?')).status, 200);
    assert.equal((await sendOnce(call, '?limit=1&')).status, 200);
  });
});
