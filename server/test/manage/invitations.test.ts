import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { startService, type Service } from '../harness.ts';
import { newStore } from '../store.ts';
import { ask, invited, memberOf, PASSWORD, personIn, signIn, type Person } from './people.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('an invitation', () => {
  let service: Service;
  /** Another instance with the same database. */
  let other: Service;
  let ada: Person;
  let now = Date.parse('2026-11-21T12:00:00Z');
  before(async () => {
    const environment = { CLICKS: 'off', DATABASE_URL: await newStore() };
    const overrides = { now: () => now };
    service = await startService(environment, overrides);
    other = await startService(environment, overrides, service.owner);
    ada = await memberOf(service, 'ada@shop.example', 'owner');
  });

  const accept = (invitation: string, more: object = {}) =>
    ask(service, 'POST', 'invitations/accept', { invitation, password: PASSWORD, ...more });
  const look = (invitation: string) => ask(service, 'POST', 'invitations/look', { invitation });
  const byToken = (method: string, path: string, body?: unknown) =>
    service.request(method, `/manage/v1/${path}`, body === undefined ? {} : { body });
  const auditOf = async (count: number): Promise<Record<string, unknown>[]> =>
    (await byToken('GET', `audit-log?limit=${count}`)).json.entries;

  test('is one of at most 100 open ones of an app', async () => {
    const { tokens } = await createApp(service.app.ctx, 'crowded');
    const invite = (i: number, token = tokens.server) =>
      service.request('POST', '/manage/v1/invitations', {
        token,
        body: { email: `guest${i}@shop.example`, role: 'viewer' },
      });
    const made = await Promise.all(Array.from({ length: 105 }, (_, i) => invite(i)));
    const refused = made.filter(({ status }) => status !== 201);
    assert.deepEqual(
      refused.map(({ status, json }) => [status, json.code]),
      Array.from({ length: 5 }, () => [409, 'too_many_invitations']),
    );
    assert.match(refused[0]?.json.detail, /100/);
    const kept = made.findIndex(({ status }) => status === 201);
    const again = await invite(kept);
    assert.equal(again.status, 201, 'it takes the place of an earlier one to the same person');
    const calm = await createApp(service.app.ctx, 'calm');
    assert.equal((await invite(200, calm.tokens.server)).status, 201, 'another app has its own');
    now += 7 * DAY_MS;
    assert.equal((await invite(200)).status, 201, 'those that are over do not count');
    now -= 7 * DAY_MS;
  });

  test('shows what it is for, and adds a new member once', async () => {
    const email = 'bob@shop.example';
    const made = await ada.send('POST', 'invitations', {
      body: { email: 'Bob@shop.example', role: 'editor' },
    });
    assert.equal(made.status, 201, made.text);
    const { invitation_id, address, expires_at, ...rest } = made.json;
    assert.deepEqual(rest, { email, role: 'editor' });
    assert.equal(expires_at, new Date(now + 7 * DAY_MS).toISOString());
    const secret = address.split('#')[1];
    assert.equal(address, `${service.url}/dashboard/invitation#${secret}`);
    assert.deepEqual((await look(secret)).json, {
      kind: 'join',
      email,
      app: 'shop',
      role: 'editor',
      by_name: ada.email,
    });
    const listed = await ada.send('GET', 'members');
    assert.ok(!listed.text.includes(secret));
    const [waiting] = listed.json.invitations;
    assert.deepEqual(
      [waiting.invitation_id, waiting.email, waiting.created_by, waiting.by_name],
      [invitation_id, email, ada.id, ada.email],
    );
    const weak = await accept(secret, { password: 'passwordpassword' });
    assert.deepEqual([weak.status, weak.json.errors[0].pointer], [422, '/password']);
    const strange = await accept(secret, { email: 'eve@shop.example' });
    assert.deepEqual([strange.status, strange.json.errors[0].pointer], [422, '/email']);
    const bob = personIn(service, await accept(secret, { name: 'Bob', email }));
    assert.deepEqual((await bob.send('GET', 'me')).json.apps, [{ name: 'shop', role: 'editor' }]);
    for (const again of [await accept(secret), await look(secret)]) {
      assert.deepEqual([again.status, again.json.code], [410, 'invitation_over']);
    }
    const { members, invitations } = (await bob.send('GET', 'members')).json;
    assert.deepEqual(invitations, []);
    const { joined_at, last_seen_at, ...own } = members.find(
      (one: { member_id: string }) => one.member_id === bob.id,
    );
    assert.deepEqual(own, {
      member_id: bob.id,
      email,
      name: 'Bob',
      role: 'editor',
      own: true,
      etag: (await bob.send('GET', `members/${bob.id}`)).headers.get('etag'),
    });
    assert.deepEqual([joined_at, last_seen_at], Array(2).fill(new Date(now).toISOString()));
    const [joined, asked] = await auditOf(2);
    assert.deepEqual(joined, {
      what: `member:${bob.id}`,
      at: new Date(now).toISOString(),
      by: bob.id,
      by_name: 'Bob',
      action: 'join',
      before: null,
      after: { email, role: 'editor', invitation_id },
    });
    assert.deepEqual(
      [asked?.what, asked?.action, asked?.by, asked?.by_name, asked?.after],
      [`invitation:${invitation_id}`, 'invite', ada.id, ada.email, { email, role: 'editor' }],
    );
  });

  test('adds one member if it is used several times at once', async () => {
    const secret = await invited(service, 'crowd@shop.example', 'viewer');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        ask(i % 2 ? other : service, 'POST', 'invitations/accept', {
          invitation: secret,
          password: `${PASSWORD} ${i}`,
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, 410, 410, 410, 410, 410]);
    assert.ok(
      answers.every(({ status, headers }) => headers.has('set-cookie') === (status === 200)),
    );
  });

  test('requires the password of the existing account', async () => {
    const email = 'carol@shop.example';
    await createApp(service.app.ctx, 'books');
    const carol = await memberOf(service, email, 'viewer');
    const secret = await invited(service, email, 'owner', 'books');
    const wrong = await accept(secret, { password: 'another sentence of mine' });
    assert.deepEqual([wrong.status, wrong.json.code], [401, 'wrong_credentials']);
    const again = personIn(service, await accept(secret, { name: 'Somebody' }));
    assert.equal(again.id, carol.id);
    const { member, apps } = (await again.send('GET', 'me')).json;
    assert.equal(member.name, '', 'an invitation does not change names');
    assert.deepEqual(apps, [
      { name: 'books', role: 'owner' },
      { name: 'shop', role: 'viewer' },
    ]);
    const which = await again.send('GET', 'members');
    assert.deepEqual([which.status, which.json.errors[0].pointer], [422, '/Smartlink-App']);
    assert.equal((await again.send('GET', 'tokens', { app: 'books' })).status, 200);
    for (const app of ['nowhere', 'Books', '']) {
      assert.equal((await again.send('GET', 'tokens', { app })).status, 404, app);
    }
    const stranger = await ada.send('GET', 'tokens', { app: 'books' });
    const nowhere = await ada.send('GET', 'tokens', { app: 'nowhere' });
    assert.deepEqual([stranger.status, stranger.text], [404, nowhere.text]);
  });

  test('is invalid after it is withdrawn, replaced or a week old', async () => {
    const email = 'dora@shop.example';
    const made = async () => {
      const { json } = await ada.send('POST', 'invitations', { body: { email, role: 'viewer' } });
      return { id: json.invitation_id as string, secret: json.address.split('#')[1] as string };
    };
    const [first, second] = [await made(), await made()];
    assert.equal((await look(first.secret)).status, 410, 'there is a newer one');
    assert.equal((await ada.send('DELETE', `invitations/${first.id}`)).status, 404);
    const withdrawn = await ada.send('DELETE', `invitations/${second.id}`);
    assert.deepEqual([withdrawn.status, withdrawn.json.email], [200, email]);
    assert.equal((await accept(second.secret)).status, 410);
    assert.equal((await auditOf(1))[0]?.action, 'withdraw');
    const third = await made();
    now += 7 * DAY_MS - 1;
    assert.equal((await look(third.secret)).status, 200);
    now += 1;
    assert.equal((await look(third.secret)).status, 410);
    assert.equal((await accept(third.secret)).status, 410);
    assert.equal((await look('A'.repeat(40))).status, 410);
    assert.equal((await signIn(service, email)).status, 401, 'no member was created');
  });

  test('is rejected for members, unknown roles and invalid addresses', async () => {
    const taken = await byToken('POST', 'invitations', {
      email: 'ADA@shop.example',
      role: 'owner',
    });
    assert.deepEqual([taken.status, taken.json.code], [409, 'already_member']);
    const TABLE: [object, string[]][] = [
      [{}, ['/email', '/role']],
      [{ email: 'ada', role: 'viewer' }, ['/email']],
      [{ email: 'a@b.example', role: 'admin' }, ['/role']],
      [{ email: 'nic\u212a@shop.example', role: 'viewer' }, ['/email']],
      [{ email: 'a@b..example', role: 'viewer' }, ['/email']],
      [{ email: 'a@b.example\nbcc:c@d.example', role: 'viewer' }, ['/email']],
      [{ email: 'a@b.example', role: 'viewer', name: 'A' }, ['/name']],
    ];
    for (const [body, pointers] of TABLE) {
      const { status, json } = await byToken('POST', 'invitations', body);
      assert.equal(status, 422, JSON.stringify(body));
      const found = json.errors.map(({ pointer }: { pointer: string }) => pointer);
      assert.deepEqual(found.toSorted(), pointers);
    }
  });
});
