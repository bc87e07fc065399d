import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { before, describe, test } from 'node:test';
import { pino } from 'pino';
import { TABLES } from '../../src/storage/tables.ts';
import { startService, type Answer, type Service } from '../harness.ts';
import { ask, cookieOf, FROM_HERE, invited, memberOf, PASSWORD, signIn } from './people.ts';

const ADA = 'ada@shop.example';

describe('POST /manage/v1/sign-in', () => {
  let service: Service;
  let now = Date.now();
  before(async () => {
    service = await startService({ CLICKS: 'off' }, { now: () => now });
    await memberOf(service, ADA, 'owner');
  });

  test('returns the user, and a cookie that scripts cannot read', async () => {
    const answer = await signIn(service, ' Ada@Shop.example ');
    assert.equal(answer.status, 200, answer.text);
    const { member, session_id, apps } = answer.json;
    assert.match(member.member_id, /^mem_[0-9A-Za-z]{16}$/);
    assert.deepEqual([member.email, member.name], [ADA, '']);
    assert.match(session_id, /^ses_[0-9A-Za-z]{16}$/);
    assert.deepEqual(apps, [{ name: 'shop', role: 'owner' }]);
    assert.match(
      answer.headers.getSetCookie().join(),
      /^smartlink=[0-9A-Za-z]{40}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
    );
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const me = await ask(service, 'GET', 'me', undefined, { cookie: cookieOf(answer) });
    assert.equal(me.text, answer.text);
  });

  test('binds the cookie to its host over https', async () => {
    const secure = await startService({ CLICKS: 'off', BASE_URL: 'https://go.shop.example/links' });
    await memberOf(secure, ADA, 'owner');
    const answer = await signIn(secure, ADA);
    const [set = ''] = answer.headers.getSetCookie();
    assert.match(
      set,
      /^__Host-smartlink=[0-9A-Za-z]{40}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/,
    );
    const me = (cookie: string) => ask(secure, 'GET', 'me', undefined, { cookie });
    assert.equal((await me(cookieOf(answer))).status, 200);
    const unbound = cookieOf(answer).replace('__Host-', '');
    assert.equal(
      (await me(unbound)).status,
      401,
      'a cookie that another subdomain could set is ignored',
    );
    const out = await ask(secure, 'POST', 'sign-out', undefined, { cookie: cookieOf(answer) });
    assert.match(out.headers.getSetCookie().join(), /^__Host-smartlink=; Path=\/; Max-Age=0;/);
  });

  test('always starts a new session and ends the previous one of the browser', async () => {
    const first = await signIn(service, ADA);
    const cookie = cookieOf(first);
    const second = await signIn(service, ADA, PASSWORD, { cookie });
    assert.notEqual(cookieOf(second), cookie);
    const status = async (of: string) =>
      (await ask(service, 'GET', 'me', undefined, { cookie: of })).status;
    assert.deepEqual([await status(cookie), await status(cookieOf(second))], [401, 200]);
    // A cookie that was set by someone else does not become a session.
    const planted = `smartlink=${'A'.repeat(40)}`;
    assert.notEqual(cookieOf(await signIn(service, ADA, PASSWORD, { cookie: planted })), planted);
    assert.equal(await status(planted), 401);
  });

  test('sign-out ends the session and removes the cookie, and can be repeated', async () => {
    const cookie = cookieOf(await signIn(service, ADA));
    for (const round of [1, 2]) {
      const out = await ask(service, 'POST', 'sign-out', undefined, { cookie });
      assert.equal(out.status, 204, `round ${round}`);
      assert.match(out.headers.getSetCookie().join(), /^smartlink=; Path=\/; Max-Age=0; HttpOnly/);
      assert.equal((await ask(service, 'GET', 'me', undefined, { cookie })).status, 401);
    }
  });

  test('unknown and wrong credentials get the same response after the same time', async () => {
    const timed = async (email: string): Promise<[Answer, number]> => {
      const began = performance.now();
      const answer = await signIn(service, email, 'not the password');
      return [answer, performance.now() - began];
    };
    const wrong = [];
    const unknown = [];
    for (let i = 0; i < 20; i++) {
      // So that there is no delay.
      now += 24 * 60 * 60 * 1000;
      wrong.push(await timed(ADA));
      unknown.push(await timed('nobody@shop.example'));
    }
    const texts = new Set([...wrong, ...unknown].map(([{ status, text }]) => `${status} ${text}`));
    assert.equal(texts.size, 1, [...texts].join('\n'));
    assert.equal(wrong[0]?.[0].json.code, 'wrong_credentials');
    assert.ok(!wrong[0]?.[0].headers.has('set-cookie'));
    const fastest = (of: [Answer, number][]) => Math.min(...of.map(([, ms]) => ms));
    const ratio = fastest(unknown) / fastest(wrong);
    assert.ok(ratio > 0.5 && ratio < 2, `${fastest(unknown)} and ${fastest(wrong)} ms`);
  });

  test('reports all errors of a body', async () => {
    const pointers = async (body: unknown, path = 'sign-in') => {
      const { status, json } = await ask(service, 'POST', path, body);
      assert.equal(status, 422);
      return json.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted();
    };
    assert.deepEqual(await pointers({}), ['/email', '/password']);
    assert.deepEqual(await pointers({ email: 1, password: '', x: 1 }), [
      '/email',
      '/password',
      '/x',
    ]);
    assert.deepEqual(await pointers({ email: ADA, password: 'x'.repeat(257) }), ['/password']);
    assert.deepEqual(await pointers({ invitation: '' }, 'invitations/look'), ['/invitation']);
    assert.deepEqual(await pointers({ email: 'ada', name: ' Ada' }, 'invitations/accept'), [
      '/email',
      '/invitation',
      '/name',
      '/password',
    ]);
  });

  test('GET returns the ways to sign in', async () => {
    const { status, json } = await ask(service, 'GET', 'sign-in');
    assert.deepEqual([status, json], [200, { password: true, oidc: null }]);
  });

  test('rejects requests that do not come from the dashboard', async () => {
    const cookie = cookieOf(await signIn(service, ADA));
    const own = new URL(service.url).origin;
    const TABLE: readonly [Record<string, string>, reads: number, writes: number][] = [
      [{ 'sec-fetch-site': 'same-origin' }, 200, 200],
      [{ 'sec-fetch-site': 'same-origin', origin: own }, 200, 200],
      [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 403, 403],
      [{ 'sec-fetch-site': 'none', origin: 'https://evil.example' }, 403, 403],
      [{ 'sec-fetch-site': 'none' }, 200, 403],
      [{ 'sec-fetch-site': 'same-site' }, 403, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403, 403],
      [{ 'sec-fetch-site': 'cross-site', origin: own }, 403, 403],
      [{ 'sec-fetch-site': '' }, 403, 403],
      [{ origin: own }, 200, 200],
      [{ origin: 'https://evil.example' }, 403, 403],
      [{ origin: 'null' }, 403, 403],
      [{ origin: `${own}.evil.example` }, 403, 403],
      [{}, 200, 403],
    ];
    for (const [headers, reads, writes] of TABLE) {
      const send = async (method: string, path: string, body?: unknown, as?: object) => {
        const options = { token: undefined, headers: { ...headers, ...as } };
        const answer = await service.request(method, `/manage/v1/${path}`, {
          ...options,
          ...(body === undefined ? {} : { body }),
        });
        if (answer.status === 403) assert.equal(answer.json.code, 'cross_site');
        return answer.status;
      };
      const where = JSON.stringify(headers);
      assert.equal(await send('GET', 'smartlinks', undefined, { cookie }), reads, where);
      assert.equal(await send('GET', 'me', undefined, { cookie }), reads, where);
      assert.equal(await send('PATCH', 'me', { name: 'Ada' }, { cookie }), writes, where);
      assert.equal(await send('PATCH', 'app', {}, { cookie }), writes, where);
      assert.equal(await send('GET', 'sign-in'), reads, where);
      assert.equal(
        await send('POST', 'sign-in', { email: ADA, password: PASSWORD }),
        writes,
        where,
      );
    }
    const token = { authorization: `Token ${service.owner.tokens.server}` };
    const programs = await service.request('GET', '/manage/v1/smartlinks', {
      headers: { ...token, cookie, 'sec-fetch-site': 'cross-site' },
    });
    assert.equal(programs.status, 200, 'browsers never send a token automatically');
  });

  test('neither the log nor the database contains a secret in clear text', async () => {
    let log = '';
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        log += chunk.toString();
        done();
      },
    });
    const logged = await startService(
      { LOG_LEVEL: 'trace' },
      { log: pino({ level: 'trace' }, stream) },
    );
    const invitation = await invited(logged, ADA, 'owner');
    const accepted = await ask(logged, 'POST', 'invitations/accept', {
      invitation,
      password: PASSWORD,
    });
    const again = await signIn(logged, ADA);
    await signIn(logged, ADA, 'a wrong sentence of mine');
    await ask(logged, 'POST', 'invitations/look', { invitation });
    const secrets = [invitation, PASSWORD, 'a wrong sentence of mine'];
    for (const answer of [accepted, again]) secrets.push(cookieOf(answer).split('=')[1] ?? '');
    assert.match(log, /sign-in/, 'the log contains requests');
    let store = '';
    for (const { name } of TABLES) {
      store += JSON.stringify(await logged.app.ctx.db.all(`select * from ${name}`));
    }
    assert.match(store, /\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    for (const secret of secrets) {
      assert.ok(secret.length > 10 && !log.includes(secret), 'not in the log');
      assert.ok(!store.includes(secret), 'not in the database');
    }
  });
});

describe('failed attempts', () => {
  let service: Service;
  let now = Date.parse('2026-11-21T12:00:00Z');
  before(async () => {
    service = await startService(
      { CLICKS: 'off', TRUSTED_PROXIES: 'loopback' },
      { now: () => now },
    );
    await memberOf(service, ADA, 'owner');
  });

  const from = (address: string, email: string, password = 'not the password') =>
    signIn(service, email, password, { ...FROM_HERE, 'x-forwarded-for': address });
  const waitOf = ({ status, json, headers }: Answer): number => {
    if (status !== 429) return 0;
    assert.equal(json.code, 'too_many_attempts');
    return Number(headers.get('retry-after'));
  };

  test('delay the next one increasingly, and expire after a day', async () => {
    const email = 'bob@shop.example';
    await memberOf(service, email, 'viewer');
    const address = '198.51.100.1';
    for (let i = 0; i < 5; i++) assert.equal((await from(address, email)).status, 401, `${i}`);
    const waits = [];
    for (let i = 0; i < 12; i++) {
      const wait = waitOf(await from(address, email));
      waits.push(wait);
      // An early attempt changes nothing, even with the correct password.
      assert.equal(waitOf(await from(address, email, PASSWORD)), wait);
      now += wait * 1000;
      assert.equal((await from(address, email)).status, 401);
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    now += 24 * 60 * 60 * 1000;
    assert.equal((await from(address, email, PASSWORD)).status, 200);
  });

  test('of others do not block users who have signed in from the network before', async () => {
    const home = '203.0.113.7';
    assert.equal((await from(home, ADA, PASSWORD)).status, 200);
    for (let i = 0; i < 50; i++) {
      assert.equal((await from(`2001:db8:${i.toString(16)}::1`, ADA)).status, 401, `${i}`);
    }
    assert.ok(
      waitOf(await from('192.0.2.200', ADA, PASSWORD)) > 0,
      'new addresses are delayed now',
    );
    assert.equal((await from(home, ADA, PASSWORD)).status, 200);
    // Even after wrong passwords from the same address, they wait at most a minute.
    for (let i = 0; i < 40; i++) await from(home, ADA);
    assert.ok(waitOf(await from(home, ADA, PASSWORD)) > 0);
    now += 60_000;
    assert.equal((await from(home, ADA, PASSWORD)).status, 200);
  });

  test('count for an address too, and for a whole IPv6 /64', async () => {
    const network = (i: number) => `2001:db8:ffff:1::${i.toString(16)}`;
    for (let i = 1; i <= 20; i++) {
      assert.equal((await from(network(i), `nobody${i}@shop.example`)).status, 401, `${i}`);
    }
    assert.ok(waitOf(await from(network(99), 'somebody@shop.example')) > 0);
    assert.equal((await from('2001:db8:ffff:2::1', 'somebody@shop.example')).status, 401);
  });

  test('all count if they are simultaneous', async () => {
    const email = 'crowd@shop.example';
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => from('198.51.100.30', email)),
    );
    const tried = answers.filter(({ status }) => status === 401).length;
    assert.equal(tried, 5);
    assert.equal(answers.filter((answer) => waitOf(answer) > 0).length, 25);
  });
});
