import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Client, ClientOptions } from './index.ts';
import {
  BASE,
  clientOf,
  CODE,
  errorOf,
  mockTime,
  passTime,
  problem,
  Script,
  SlowStorage,
  type Step,
} from '../test/scripted.ts';

const DAY_MS = 86_400_000;
const LINK = 'https://shop.link/l';
const KEY = 'smartlink:app/links';
const lost = new Error('connection lost');

const named = (...smartlink_bases: unknown[]): Step => ({ status: 200, body: { smartlink_bases } });
const resolved: Step = {
  status: 200,
  body: { code: CODE, route: { link: 'com.shop.app://product/5', fallback: '' } },
};

/** A client without the option `links`; `seen` is what was opened: the code of a smart link, or a path. */
function learning(script: Script, options: Partial<ClientOptions> = {}) {
  const seen: string[] = [];
  const client: Client = clientOf(script, { links: undefined, ...options }).otherwise(
    ({ smartlink, path }) => seen.push(smartlink ?? path),
  );
  return { client, seen };
}

const paths = ({ sent }: Script): string[] => sent.map(({ url }) => url.slice(BASE.length));
const APP = '/client/v1/app';
const RESOLVE = `/client/v1/smartlinks/${CODE}`;

describe('recognizing smart links', () => {
  it('uses the addresses of the service, even if links have another host than the API', async () => {
    const script = new Script(named('https://go.other.example', LINK), resolved, resolved);
    const { client, seen } = learning(script);
    await client.open(`${LINK}/${CODE}?utm=1`);
    await client.open(`https://go.other.example/${CODE}`);
    assert.deepEqual(seen, [CODE, CODE]);
    assert.deepEqual(
      paths(script),
      [APP, `${RESOLVE}?app_version=&query=utm%3D1`, RESOLVE],
      'it is asked once',
    );
    const [{ method, headers } = assert.fail()] = script.sent;
    assert.deepEqual([method, headers.Authorization], ['GET', 'Token sl_web_x']);
  });

  it('ignores similar addresses', async () => {
    const script = new Script(named(LINK));
    const { client, seen } = learning(script);
    for (const url of [`${BASE}/${CODE}`, `https://evil.example/l/${CODE}`, `${LINK}x/${CODE}`])
      await client.open(url);
    assert.deepEqual(
      seen,
      [CODE, `l/${CODE}`, `lx/${CODE}`],
      'paths, of which the first is a code',
    );
    assert.deepEqual(paths(script), [APP], 'no route was asked for');
  });

  it('sends no request for a URL that cannot be a link', async () => {
    const { client, seen } = learning(new Script());
    for (const url of ['https://shop.example/a/5', 'com.shop.app://product/5', '/abcdefgh', ''])
      await client.open(url);
    assert.equal(seen.length, 4);
  });

  it('sends no request if links is set', async () => {
    const script = new Script(resolved);
    const { client, seen } = learning(script, { links: ['https://shop.link/l/'] });
    await client.open(`${LINK}/${CODE}`);
    await client.open(`${BASE}/${CODE}`);
    assert.deepEqual([seen, paths(script)], [[CODE, CODE], [RESOLVE]]);
  });

  it('sends one request for URLs that are opened at the same time', async () => {
    const script = new Script(named(LINK), resolved, resolved);
    const { client } = learning(script);
    await Promise.all([client.open(`${LINK}/${CODE}`), client.open(`${LINK}/${CODE}`)]);
    assert.deepEqual(paths(script), [APP, RESOLVE, RESOLVE]);
  });

  it('continues for other URLs if one call is aborted', async () => {
    const script = new Script(named(LINK), resolved);
    const { client, seen } = learning(script);
    const controller = new AbortController();
    const first = errorOf(client.open(`${LINK}/${CODE}`, { signal: controller.signal }));
    const second = client.open(`${LINK}/${CODE}`);
    controller.abort(new Error('mine'));
    assert.equal((await first).message, 'mine');
    assert.equal(await second, true);
    assert.deepEqual([seen, paths(script)], [[CODE], [APP, RESOLVE]]);
  });
});

describe('the cached addresses', () => {
  it('are stored and found at the next start', async () => {
    const storage = new SlowStorage();
    await learning(new Script(named(LINK), resolved), { storage }).client.open(`${LINK}/${CODE}`);
    assert.deepEqual([...storage.items.keys()], [KEY]);
    const script = new Script(resolved);
    await learning(script, { storage }).client.open(`${LINK}/${CODE}`);
    assert.deepEqual(paths(script), [RESOLVE]);
  });

  it('are not used for another app or service that shares the storage', async () => {
    const storage = new SlowStorage();
    await learning(new Script(named(LINK)), { storage }).client.open(`https://x.example/${CODE}`);
    for (const other of [{ token: 'sl_web_other' }, { baseUrl: 'https://staging.example' }]) {
      const script = new Script(named('https://y.example'));
      await learning(script, { storage, ...other }).client.open(`https://x.example/${CODE}`);
      assert.equal(script.sent.length, 1, JSON.stringify(other));
    }
  });

  it('are ignored if the stored value is invalid', async () => {
    for (const text of ['', '5', 'null', '{broken', '{}', '{"owner":"x"}']) {
      const storage = new SlowStorage();
      storage.items.set(KEY, text);
      const script: Script = new Script(named(LINK), resolved);
      const { client, seen } = learning(script, { storage });
      await client.open(`${LINK}/${CODE}`);
      assert.deepEqual([seen, paths(script)], [[CODE], [APP, RESOLVE]]);
    }
  });

  it('are used even if the storage fails', async () => {
    const storage = new SlowStorage();
    storage.failing.add('getItem').add('setItem');
    const script = new Script(named(LINK), resolved, resolved);
    const { client, seen } = learning(script, { storage });
    await client.open(`${LINK}/${CODE}`);
    await client.open(`${LINK}/${CODE}`);
    assert.deepEqual(
      [seen, paths(script)],
      [
        [CODE, CODE],
        [APP, RESOLVE, RESOLVE],
      ],
    );
    const forbidden = learning(new Script(named(LINK), resolved), {
      storage: () => {
        throw new Error('SecurityError');
      },
    });
    await forbidden.client.open(`${LINK}/${CODE}`);
    assert.deepEqual(forbidden.seen, [CODE]);
  });

  const at = (t: TestContext, now: number) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now });
    return (ms: number) => t.mock.timers.setTime(Date.now() + ms);
  };

  it('are requested again after a day and replaced', async (t) => {
    const later = at(t, 1_000_000);
    const script = new Script(named(LINK), resolved, resolved, named('https://new.link'));
    const { client, seen } = learning(script, { storage: new SlowStorage() });
    await client.open(`${LINK}/${CODE}`);
    later(DAY_MS - 1);
    await client.open(`${LINK}/${CODE}`);
    assert.deepEqual(seen, [CODE, CODE]);
    later(1);
    await client.open(`${LINK}/${CODE}`);
    assert.deepEqual(seen.at(-1), `l/${CODE}`, 'not a link any more');
    assert.deepEqual(paths(script), [APP, RESOLVE, RESOLVE, APP]);
  });

  it('are used for 30 days if the service is unavailable', async (t) => {
    const later = at(t, 1_000_000);
    const script = new Script(named(LINK), resolved, lost, resolved, lost);
    const { client, seen } = learning(script);
    await client.open(`${LINK}/${CODE}`);
    later(30 * DAY_MS - 1);
    await client.open(`${LINK}/${CODE}`);
    later(DAY_MS);
    await client.open(`${LINK}/${CODE}`);
    assert.deepEqual(seen, [CODE, CODE, `l/${CODE}`]);
    assert.deepEqual(paths(script), [APP, RESOLVE, APP, RESOLVE, APP]);
  });

  it('are requested again if the clock was set back', async (t) => {
    const later = at(t, 100 * DAY_MS);
    const script = new Script(named(LINK), resolved, named(LINK), resolved);
    const { client } = learning(script);
    await client.open(`${LINK}/${CODE}`);
    later(-50 * DAY_MS);
    await client.open(`${LINK}/${CODE}`);
    assert.deepEqual(paths(script), [APP, RESOLVE, APP, RESOLVE]);
  });
});

describe('without a response', () => {
  const FAILED: readonly Step[] = [
    lost,
    problem(404, 'not_found'),
    problem(401, 'unauthorized'),
    problem(503, 'overloaded'),
    { status: 200, body: '<html>' },
    named(),
    named(5),
    { status: 200, body: { smartlink_bases: 'https://shop.link' } },
  ];
  for (const step of FAILED) {
    const name = step instanceof Error ? step.message : JSON.stringify(step);
    it(`uses only baseUrl after ${name}`, async () => {
      const script = new Script(step, resolved);
      const { client, seen } = learning(script);
      await client.open(`${LINK}/${CODE}`);
      await client.open(`${BASE}/${CODE}`);
      assert.deepEqual(seen, [`l/${CODE}`, CODE]);
      assert.deepEqual(paths(script), [APP, RESOLVE], 'one attempt, and no other for a while');
    });
  }

  it('delays the first URL by 3 seconds and the next ones not at all', async (t) => {
    mockTime(t);
    const script = new Script('hang');
    const { client, seen } = learning(script);
    const started = Date.now();
    await passTime(t.mock.timers, client.open(`${LINK}/${CODE}`));
    const waited = Date.now() - started;
    assert.ok(waited >= 3000 && waited <= 3100, `${waited} ms`);
    await client.open(`${LINK}/${CODE}`);
    assert.deepEqual([seen.length, script.sent.length], [2, 1]);
  });

  it('requests the addresses again after half a minute', async (t) => {
    mockTime(t);
    const script = new Script(lost, named(LINK), resolved);
    const { client, seen } = learning(script);
    await client.open(`${LINK}/${CODE}`);
    t.mock.timers.setTime(29_999);
    await client.open(`${LINK}/${CODE}`);
    t.mock.timers.setTime(30_000);
    await client.open(`${LINK}/${CODE}`);
    assert.deepEqual(seen, [`l/${CODE}`, `l/${CODE}`, CODE]);
    assert.deepEqual(paths(script), [APP, APP, RESOLVE]);
  });
});
