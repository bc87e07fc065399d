import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import type { Platform } from '../../src/domain/app/platform.ts';
import { startService, type Answer, type Service } from '../harness.ts';

const ROUTE = (name: string) => ({ link: `app-${name}://5`, fallback: `https://${name}.example/` });
const WEB = { link: 'https://web.example/5', fallback: '' };

describe('GET /v2/smartlinks/:code', () => {
  let service: Service;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
  });

  /** Creates a link with routes for exactly these platforms. */
  async function linkWith(...platforms: Platform[]): Promise<string> {
    const off = { enabled: false };
    const platformsOff = { web: off, iphone: off, ipad: off, universal: off, android: off };
    await service.apply({ apps: [{ name: 'shop', platforms: platformsOff }] });
    const routes = Object.fromEntries(
      platforms.map((name) => [name, name === 'web' ? WEB : ROUTE(name)]),
    );
    return (await service.create({ uri: 'products/5', routes })).code;
  }

  function get(code: string, kind: Platform | 'server' = 'server', headers = {}): Promise<Answer> {
    const token = service.owner.tokens[kind];
    return service.request('GET', `/v2/smartlinks/${code}`, { token, headers });
  }

  test('returns code, tags and the routes of every platform to a server token, without metadata', async () => {
    const code = await linkWith('web', 'iphone', 'android');
    const answer = await get(code);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json, {
      smartlink: {
        code,
        tags: [],
        routes: { web: WEB, iphone: ROUTE('iphone'), android: ROUTE('android') },
      },
    });
  });

  // What each token can read of a link with these routes.
  const TABLE: [has: Platform[], token: Platform, sees: Platform[]][] = [
    [['web', 'iphone', 'android'], 'web', ['web']],
    [['web', 'iphone', 'android'], 'iphone', ['iphone']],
    [['web', 'iphone', 'android'], 'android', ['android']],
    [['web', 'iphone', 'android'], 'ipad', []],
    [['web', 'universal'], 'iphone', ['universal']],
    [['web', 'universal'], 'ipad', ['universal']],
    [['iphone', 'universal'], 'iphone', ['iphone']],
    [['iphone', 'universal'], 'universal', ['universal']],
    [['web', 'iphone', 'ipad'], 'universal', ['iphone', 'ipad']],
    [['web', 'iphone'], 'universal', ['iphone']],
    [['web'], 'universal', []],
    [['web'], 'android', []],
    [['android'], 'web', []],
  ];
  for (const [has, token, sees] of TABLE) {
    test(`routes ${has.join(', ')}: a token of ${token} sees ${sees.join(' and ') || 'none'}`, async () => {
      const answer = await get(await linkWith(...has), token);
      assert.equal(answer.status, 200);
      assert.deepEqual(Object.keys(answer.json.smartlink.routes), sees);
    });
  }

  test('an unchanged link is 304, and HEAD is GET without a body', async () => {
    const code = await linkWith('web', 'iphone');
    const first = await get(code);
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^"[\w-]{22}"$/);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(code, 'server', { 'if-none-match': tag });
      assert.equal(again.status, 304, tag);
      assert.equal(again.text, '');
      assert.equal(again.headers.get('etag'), etag);
    }
    assert.equal((await get(code, 'server', { 'if-none-match': '"other"' })).status, 200);
    // Another set of routes has another ETag.
    assert.notEqual((await get(code, 'iphone')).headers.get('etag'), etag);
    const head = await service.request('HEAD', `/v2/smartlinks/${code}`);
    assert.deepEqual([head.status, head.text], [200, '']);
    assert.equal(head.headers.get('content-length'), String(first.text.length));
    assert.equal(head.headers.get('etag'), etag);
  });

  test('unknown, malformed and other apps’ codes get the same 404', async () => {
    const code = await linkWith('web');
    const other = await createApp(service.app.ctx, 'other');
    const path = `/v2/smartlinks/${code}`;
    await get(code);
    const answers = [
      await service.request('GET', path, { token: other.tokens.server }),
      await get('22222222'),
      await get('no%20code'),
      await get('x'.repeat(300)),
      await get('..%2f..%2fetc'),
    ];
    for (const answer of answers) {
      assert.equal(answer.status, 404);
      assert.equal(answer.text, answers[0]?.text);
    }
    assert.equal(answers[0]?.json.code, 'not_found');
  });
});
