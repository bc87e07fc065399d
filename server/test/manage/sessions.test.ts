import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CreatedApp } from '../../src/actions/apps/create-app.ts';
import { startSession } from '../../src/actions/sessions/start-session.ts';
import { insertSession } from '../../src/storage/sessions.ts';
import { startService, type Service } from '../harness.ts';
import { newStore } from '../store.ts';
import { ask, memberOf, PASSWORD, personIn, signIn, type Person } from './people.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('sessions', () => {
  let service: Service;
  /** Another instance with the same database. */
  let other: Service;
  let now = Date.parse('2026-11-21T12:00:00Z');
  before(async () => {
    const environment = { DATABASE_URL: await newStore() };
    const overrides = { now: () => now };
    service = await startService(environment, overrides);
    other = await startService(environment, overrides, service.owner);
  });

  const enter = async (email: string, headers = {}): Promise<Person> =>
    personIn(service, await signIn(service, email, PASSWORD, headers));
  const statusOf = async (person: Person, at: Service): Promise<number> =>
    (await person.send('GET', 'me', { at })).status;

  test('are listed with browser and address, last used first', async () => {
    const email = 'ada@shop.example';
    const first = await memberOf(service, email, 'owner');
    now += 1000;
    const second = await enter(email, { 'user-agent': `Firefox ${'x'.repeat(400)}` });
    const { json } = await second.send('GET', 'sessions');
    assert.deepEqual(
      json.sessions.map((one: Record<string, unknown>) => [one.session_id, one.own]),
      [
        [second.sessionId, true],
        [first.sessionId, false],
      ],
    );
    const [own] = json.sessions;
    assert.match(own.user_agent, /^Firefox x{292}$/);
    assert.match(own.address, /127\.0\.0\.1$/);
    assert.equal(own.created_at, new Date(now).toISOString());
    assert.equal(own.expires_at, new Date(now + 30 * DAY_MS).toISOString());
  });

  test('end at once on every instance when they are ended elsewhere', async () => {
    const email = 'bob@shop.example';
    const lost = await memberOf(service, email, 'viewer');
    const own = await enter(email);
    assert.deepEqual([await statusOf(lost, service), await statusOf(lost, other)], [200, 200]);
    const ended = await own.send('DELETE', `sessions/${lost.sessionId}`);
    assert.deepEqual([ended.status, ended.json.session_id], [200, lost.sessionId]);
    assert.deepEqual([await statusOf(lost, service), await statusOf(lost, other)], [401, 401]);
    assert.equal((await lost.send('GET', 'smartlinks', { at: other })).json.code, 'unauthorized');
    assert.equal((await own.send('DELETE', `sessions/${lost.sessionId}`)).status, 404);
    assert.equal((await own.send('GET', 'sessions')).json.sessions.length, 1);
    // Other users cannot end this session.
    const stranger = await memberOf(service, 'eve@shop.example', 'owner');
    assert.equal((await stranger.send('DELETE', `sessions/${own.sessionId}`)).status, 404);
    assert.equal(await statusOf(own, other), 200);
  });

  test('expire after 30 days without use, and after 90 days in total', async () => {
    const email = 'carol@shop.example';
    const idle = await memberOf(service, email, 'viewer');
    now += 30 * DAY_MS - 1;
    assert.equal(await statusOf(idle, service), 200);
    now += 1;
    assert.equal(await statusOf(idle, service), 401);
    // The time of last use is written once a minute, and when an instance stops.
    const environment = { DATABASE_URL: await newStore() };
    let owner: CreatedApp | undefined;
    let person: Person | undefined;
    for (let days = 0; days < 90; days += 25) {
      const used = await startService(environment, { now: () => now }, owner);
      owner = used.owner;
      person ??= await memberOf(used, email, 'viewer');
      const { status, json } = await person.send('GET', 'sessions', { at: used });
      assert.equal(status, 200, `after ${days} days`);
      const lastSeen = Date.parse(json.sessions[0].last_seen_at);
      assert.equal(lastSeen, days === 0 ? now : now - 25 * DAY_MS);
      await used.stop();
      now += 25 * DAY_MS;
    }
    const last = await startService(environment, { now: () => now }, owner);
    assert.equal((await person?.send('GET', 'me', { at: last }))?.status, 401, 'after 100 days');
  });

  test('are limited for each member: the oldest ones end, then they are deleted', async () => {
    const { db } = service.app.ctx;
    const first = await memberOf(service, 'grace@shop.example', 'viewer');
    const browser = { address: '127.0.0.1', userAgent: 'a browser', sessionId: undefined };
    for (let count = 1; count < 100; count++) {
      now++;
      await db.transaction((tx) => startSession(tx, { ...first, name: '' }, browser, now));
    }
    assert.equal(await statusOf(first, other), 200);
    now++;
    const last = await enter(first.email);
    assert.deepEqual([await statusOf(first, service), await statusOf(first, other)], [401, 401]);
    assert.equal((await last.send('GET', 'sessions')).json.sessions.length, 100);

    const times = { createdAt: now, lastSeenAt: now, expiresAt: now };
    await db.transaction(async (tx) => {
      for (let number = 0; number < 1000; number++) {
        const id = `ses_${String(number).padStart(16, '0')}`;
        const fields = { id, digest: id, memberId: first.id, userAgent: '', address: '' };
        await insertSession(tx, { ...fields, ...times });
      }
    });
    now++;
    await enter(first.email);
    const sql = 'select count(*) as stored from sessions where member_id = ?';
    const [row] = await db.all<{ stored: number }>(sql, [first.id]);
    assert.equal(Number(row?.stored), 1000);
    assert.equal(await statusOf(last, service), 200);
  });

  test('are for users: a token gets 403, a request without a session 401', async () => {
    const { tokens } = service.owner;
    for (const path of ['me', 'sessions']) {
      const as = (token: string | undefined) =>
        service.request('GET', `/manage/v1/${path}`, { token });
      const refused = await as(tokens.server);
      assert.deepEqual([refused.status, refused.json.code], [403, 'session_required']);
      assert.deepEqual((await as(tokens.web)).json.code, 'wrong_token_kind');
      assert.equal((await as('sl_server_x')).status, 401);
      assert.equal((await ask(service, 'GET', path)).status, 401);
    }
  });

  test('are only read for sign-in: visits need and set no cookie', async () => {
    const person = await memberOf(service, 'flora@shop.example', 'editor');
    const { code } = await service.create({ uri: 'https://shop.example/x' });
    const visit = (cookie: string) =>
      service.request('GET', `/${code}`, { token: undefined, headers: { cookie } });
    const [plain, signedIn] = [await visit('a=b'), await visit(person.cookie)];
    assert.deepEqual([signedIn.status, signedIn.text], [plain.status, plain.text]);
    assert.equal(signedIn.headers.get('set-cookie'), null);
    const api = await service.request('GET', `/v2/smartlinks/${code}`, {
      token: undefined,
      headers: { cookie: person.cookie, 'sec-fetch-site': 'same-origin' },
    });
    assert.equal(api.status, 401, 'the API of links requires a token');
  });
});
