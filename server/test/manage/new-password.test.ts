import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { startService, type Answer, type Service } from '../harness.ts';
import { newStore } from '../store.ts';
import {
  ask,
  cookieOf,
  FROM_HERE,
  invited,
  memberOf,
  PASSWORD,
  personIn,
  signIn,
} from './people.ts';

const NEW = 'another sentence of mine';

describe('a new password', () => {
  let service: Service;
  /** Another instance with the same database. */
  let other: Service;
  before(async () => {
    const environment = {
      CLICKS: 'off',
      DATABASE_URL: await newStore(),
      TRUSTED_PROXIES: 'loopback',
    };
    service = await startService(environment);
    await createApp(service.app.ctx, 'books');
    other = await startService(environment, {}, service.owner);
  });

  const statusOf = async (cookie: string, at = service): Promise<number> =>
    (await ask(at, 'GET', 'me', undefined, { cookie })).status;

  test('ends all other sessions and the old password, and starts a new session', async () => {
    const email = 'dora@shop.example';
    const elsewhere = await memberOf(service, email, 'viewer');
    const own = personIn(service, await signIn(service, email));
    const change = (old: string, fresh: string) =>
      own.send('PATCH', 'me', { body: { name: 'Dora', password: { old, new: fresh } } });
    const wrong = await change('not the password', NEW);
    assert.deepEqual([wrong.status, wrong.json.errors[0].pointer], [422, '/password/old']);
    // Only who knows the password makes the service compare a new one with the list.
    const both = await change('not the password', 'passwordpassword');
    assert.deepEqual([both.status, both.json.errors[0].pointer], [422, '/password/old']);
    for (const weak of ['short', email, 'passwordpassword', 'aaaaaaaaaaaaaaa']) {
      const refused = await change(PASSWORD, weak);
      assert.deepEqual([refused.status, refused.json.errors[0].pointer], [422, '/password/new']);
    }
    assert.equal(await statusOf(elsewhere.cookie, other), 200);
    const changed = await change(PASSWORD, NEW);
    assert.deepEqual([changed.status, changed.json.member.name], [200, 'Dora']);
    for (const at of [service, other]) {
      assert.equal(await statusOf(elsewhere.cookie, at), 401);
      assert.equal(await statusOf(own.cookie, at), 401);
      assert.equal(await statusOf(cookieOf(changed), at), 200);
    }
    assert.equal((await signIn(service, email)).status, 401);
    assert.equal((await signIn(service, email, NEW)).status, 200);
    const [entry] = (await service.request('GET', '/manage/v1/audit-log?limit=1')).json.entries;
    assert.deepEqual(
      [entry.what, entry.action, entry.by, entry.before, entry.after],
      [`member:${own.id}`, 'change', own.id, null, { password_changed: true }],
    );
  });

  test('also rejects a sign-in with the old password that has already started', async () => {
    const email = 'flora@shop.example';
    const own = await memberOf(service, email, 'viewer');
    const invitation = await invited(service, email, 'editor', 'books');
    const body = { password: { old: PASSWORD, new: NEW } };
    // Each attempt comes from another address, so that only the password hashing delays it.
    let places = 0;
    const from = (): Record<string, string> => ({
      ...FROM_HERE,
      'x-forwarded-for': `198.51.100.${places++}`,
    });
    const changing = own.send('PATCH', 'me', { body, headers: from() });
    const state = { changed: false };
    void changing.then(() => (state.changed = true));
    const old: Promise<Answer>[] = [
      ask(service, 'POST', 'invitations/accept', { invitation, password: PASSWORD }, from()),
    ];
    while (!state.changed && old.length < 40) {
      old.push(signIn(service, email, PASSWORD, from()));
      await new Promise((go) => setTimeout(go, 5));
    }
    const after = await changing;
    assert.equal(after.status, 200, after.text);
    assert.equal(await statusOf(cookieOf(after)), 200);
    const cookies = (await Promise.all(old)).filter(({ status }) => status === 200).map(cookieOf);
    for (const cookie of [own.cookie, ...cookies]) assert.equal(await statusOf(cookie), 401);
  });
});
