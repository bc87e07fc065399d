import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openClient, type Got } from './fuzz/client.ts';
import { afterAll, spawnService, startService, temporaryFolder, type Service } from './harness.ts';

/** A percent sign without two digits, bytes that are not UTF-8, and a text longer than any code. */
const BROKEN = [
  '%zz',
  '%',
  '%2',
  'abc%',
  '%ff',
  '%c3%28',
  '%ed%a0%80',
  '%41%zz',
  '%00%zz',
  'a'.repeat(600),
  'a'.repeat(12_000),
];

describe('an invalid code', () => {
  let service: Service;
  let send: (
    method: string,
    path: string,
    token?: string,
    headers?: Record<string, string>,
  ) => Promise<Got>;
  before(async () => {
    service = await startService();
    const client = openClient(service.url, 4);
    afterAll(() => client.close());
    send = (method, path, token, headers = {}) =>
      client.send({
        method,
        path,
        headers: {
          ...headers,
          ...(token === undefined ? {} : { authorization: `Token ${token}` }),
        },
      });
  });

  const codeOf = ({ text }: Got): string => (JSON.parse(text) as { code: string }).code;

  for (const [path, kind] of [
    ['/v2/smartlinks/:code', 'server'],
    ['/v2/smartlinks/:code/', 'web'],
    ['/client/v1/smartlinks/:code', 'web'],
    ['/manage/v1/smartlinks/:code', 'server'],
    ['/manage/v1/smartlinks/:code?', 'server'],
    ['/manage/v1/smartlinks/:code/history?limit=1', 'server'],
    ['/manage/v1/smartlinks/:code/metadata', 'server'],
    ['/manage/v1/members/:code', 'server'],
  ] as const) {
    test(`in ${path} is not found, like any unknown code`, async () => {
      const token = service.owner.tokens[kind];
      const unknown = await send('GET', path.replace(':code', 'BCDFGHJK'), token);
      assert.equal(unknown.status, 404);
      for (const broken of BROKEN) {
        const got = await send('GET', path.replace(':code', broken), token);
        assert.deepEqual([got.status, got.text], [404, unknown.text], broken);
        const head = await send('HEAD', path.replace(':code', broken), token);
        assert.deepEqual([head.status, head.text], [404, ''], broken);
        const nobody = await send('GET', path.replace(':code', broken));
        assert.deepEqual([nobody.status, codeOf(nobody)], [401, 'unauthorized'], broken);
      }
    });
  }

  test('counts for the limit of unknown codes', async () => {
    const strict = await startService({ MISSES_PER_MINUTE: '1' });
    const token = strict.owner.tokens.web;
    const ask = () => strict.request('GET', '/v2/smartlinks/%zz', { token });
    assert.deepEqual([(await ask()).status, (await ask()).status], [404, 429]);
  });

  test('does not change other methods and addresses', async () => {
    const wrong = await send('PUT', '/v2/smartlinks/%zz');
    assert.deepEqual([wrong.status, wrong.headers.allow], [405, 'GET, HEAD']);
    for (const path of ['/v2/%zz', '/v2/%ff', '/%zz/x', '/docs/%zz']) {
      const got = await send('GET', path, service.owner.tokens.server);
      assert.deepEqual([got.status, codeOf(got)], [404, 'not_found'], path);
    }
    const revoked = await send('DELETE', '/manage/v1/tokens/%zz', service.owner.tokens.server);
    assert.equal(revoked.status, 404);
  });

  // What is shipped went through a bundler, which can remove what it takes for a call without an effect.
  test('is not found by the program that is shipped either', async () => {
    const shipped = await spawnService({ DATABASE_URL: `sqlite:${temporaryFolder()}/links.db` });
    for (const broken of BROKEN) {
      const got = await fetch(`${shipped.url}/client/v1/${broken}`);
      assert.equal(got.status, 404, broken);
      assert.equal(((await got.json()) as { code: string }).code, 'not_found');
    }
    await shipped.stop();
  });

  test('in a query is text', async () => {
    const path = '/manage/v1/smartlinks?q=100%';
    assert.equal((await send('GET', path, service.owner.tokens.server)).status, 200);
  });
});
