import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { resetPassword } from '../../src/actions/members/reset-password.ts';
import { startService, type Service } from '../harness.ts';
import { newStore } from '../store.ts';
import { ask, invited, memberOf, PASSWORD, personIn, signIn, type Person } from './people.ts';

describe('members of an app', () => {
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

  test('a changed role takes effect at once on every instance', async () => {
    const eve = await memberOf(service, 'eve@shop.example', 'editor');
    const make = async () =>
      (await eve.send('POST', 'smartlinks', { body: { uri: 'a' }, at: other })).status;
    assert.equal(await make(), 201);
    const lowered = await ada.send('PATCH', `members/${eve.id}`, { body: { role: 'viewer' } });
    assert.deepEqual([lowered.status, lowered.json.role], [200, 'viewer']);
    assert.equal(lowered.headers.get('etag'), '"2"');
    assert.equal(await make(), 403);
    assert.equal((await eve.send('GET', 'smartlinks', { at: other })).status, 200);
    const [entry] = await auditOf(1);
    assert.deepEqual(
      [entry?.what, entry?.action, entry?.before, entry?.after],
      [`member:${eve.id}`, 'change', { role: 'editor' }, { role: 'viewer' }],
    );
    const removed = await ada.send('DELETE', `members/${eve.id}`);
    assert.deepEqual([removed.status, removed.json.email], [200, eve.email]);
    assert.equal((await eve.send('GET', 'smartlinks', { at: other })).status, 404);
    const me = await eve.send('GET', 'me', { at: other });
    assert.deepEqual([me.status, me.json.apps], [200, []]);
    assert.equal((await auditOf(1))[0]?.action, 'remove');
    for (const [method, body] of [['GET'], ['PATCH', { role: 'owner' }], ['DELETE']] as const) {
      const gone = await ada.send(method, `members/${eve.id}`, { body });
      assert.equal(gone.status, 404, method);
    }
  });

  test('a role that was just changed by another request is not overwritten', async () => {
    const { id } = await memberOf(service, 'flora@shop.example', 'viewer');
    const path = `members/${id}`;
    const etag = (await ada.send('GET', path)).headers.get('etag') ?? '';
    const change = (role: string, ifMatch: string) =>
      ada.send('PATCH', path, { body: { role }, headers: { 'if-match': ifMatch } });
    assert.equal((await change('editor', etag)).status, 200);
    const stale = await change('owner', etag);
    assert.deepEqual([stale.status, stale.json.code], [412, 'precondition_failed']);
    const removed = await ada.send('DELETE', path, { headers: { 'if-match': etag } });
    assert.equal(removed.status, 412);
    assert.equal((await ada.send('GET', path)).json.role, 'editor');
    assert.equal((await change('editor', '"2"')).headers.get('etag'), '"2"', 'nothing changed');
    assert.equal((await change('king', '"2"')).status, 422);
  });

  test('an app keeps an owner, even if two owners lower each other at once', async () => {
    for (const body of [{ role: 'editor' }, { role: 'viewer' }]) {
      const kept = await ada.send('PATCH', `members/${ada.id}`, { body });
      assert.deepEqual([kept.status, kept.json.code], [409, 'last_owner']);
    }
    const left = await byToken('DELETE', `members/${ada.id}`);
    assert.deepEqual([left.status, left.json.code], [409, 'last_owner']);
    await createApp(service.app.ctx, 'twins');
    for (let round = 0; round < 5; round++) {
      const app = `twins-${round}`;
      const token = (await createApp(service.app.ctx, app)).tokens.server;
      const one = await memberOf(service, `one${round}@shop.example`, 'owner', app);
      const two = await memberOf(service, `two${round}@shop.example`, 'owner', app);
      const lower = round % 2 === 0 ? 'PATCH' : 'DELETE';
      const body = lower === 'PATCH' ? { role: 'viewer' } : undefined;
      const answers = await Promise.all([
        one.send(lower, `members/${two.id}`, { body }),
        two.send(lower, `members/${one.id}`, { body, at: other }),
      ]);
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      // The second request is no longer from an owner, or sees that the other one is the last owner.
      assert.equal(statuses[0], 200, statuses.join());
      assert.ok([403, 404, 409].includes(statuses[1] ?? 0), statuses.join());
      const { json } = await service.request('GET', '/manage/v1/members', { token });
      const owners = json.members.filter(({ role }: { role: string }) => role === 'owner');
      assert.equal(owners.length, 1);
    }
  });

  test('an older invitation does not restore a removed role', async () => {
    const email = 'gina@shop.example';
    const old = await invited(service, email, 'owner');
    const gina = personIn(service, await accept(old));
    const raise = await invited(service, 'gina2@shop.example', 'owner');
    assert.equal((await look(raise)).status, 200, 'the invitation of another user remains valid');
    assert.equal((await ada.send('DELETE', `members/${gina.id}`)).status, 200);
    assert.equal((await accept(old)).status, 410);
    assert.equal((await gina.send('GET', 'smartlinks')).status, 404);
  });

  test('a link of the operator replaces a lost password and ends all sessions', async () => {
    const email = 'hanna@shop.example';
    const hanna = await memberOf(service, email, 'viewer');
    const first = await resetPassword(service.app.ctx, email);
    const { address, id } = await resetPassword(service.app.ctx, email);
    const secret = address.split('#')[1] ?? '';
    assert.equal((await look(first.address.split('#')[1] ?? '')).status, 410);
    assert.deepEqual((await look(secret)).json, {
      kind: 'password',
      email,
      app: null,
      role: null,
      by_name: null,
    });
    assert.equal(
      (await hanna.send('GET', 'me')).status,
      200,
      'the session is valid until the link is used',
    );
    const password = 'another sentence of mine';
    const again = personIn(service, await accept(secret, { password }));
    assert.equal(again.id, hanna.id);
    assert.equal((await hanna.send('GET', 'me')).status, 401);
    assert.equal((await accept(secret, { password })).status, 410);
    assert.equal((await signIn(service, email)).status, 401);
    assert.equal((await signIn(service, email, password)).status, 200);
    const [entry] = await auditOf(1);
    assert.deepEqual(
      [entry?.what, entry?.action, entry?.by, entry?.by_name, entry?.after],
      [`member:${hanna.id}`, 'reset', 'operator', null, { invitation_id: id }],
    );
  });

  test('an owner of an app can create another one and becomes its owner', async () => {
    const created = await ada.send('POST', 'apps', { body: { name: 'toys' } });
    assert.equal(created.status, 201, created.text);
    assert.deepEqual(created.json.app, { name: 'toys', role: 'owner' });
    const { server, web } = created.json.tokens;
    assert.match(web, /^sl_web_/);
    const apps = (await ada.send('GET', 'apps')).json.apps;
    assert.deepEqual(
      apps.map(({ name, role }: { name: string; role: string }) => [name, role]),
      [
        ['shop', 'owner'],
        ['toys', 'owner'],
      ],
    );
    const own = await service.request('GET', '/manage/v1/apps', { token: server });
    assert.deepEqual(own.json.apps, [apps[1]]);
    const { json } = await ada.send('GET', 'audit-log', { app: 'toys' });
    const [entry, ...others] = json.entries;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [entry.what, entry.action, entry.by, entry.by_name, entry.before, entry.after],
      ['app', 'create', ada.id, ada.email, null, { name: 'toys' }],
    );
    const post = (person: Person, name: unknown) => person.send('POST', 'apps', { body: { name } });
    for (const name of ['toys', 'Toys', '', 5]) {
      const refused = await post(ada, name);
      assert.deepEqual([refused.status, refused.json.errors[0].pointer], [422, '/name']);
    }
    const ida = await memberOf(service, 'ida@shop.example', 'editor');
    assert.equal((await post(ida, 'mine')).json.code, 'role_too_low');
    assert.equal((await byToken('POST', 'apps', { name: 'mine' })).json.code, 'session_required');
  });

  test('an owner of 100 apps can create no more, the operator can', async () => {
    const lea = await memberOf(service, 'lea@shop.example', 'owner');
    const { ctx } = service.app;
    for (let number = 1; number < 99; number++) {
      await createApp(ctx, `lea-${number}`, { ...lea, name: '' });
    }
    const post = (name: string) => lea.send('POST', 'apps', { body: { name } });
    assert.equal((await post('lea-100')).status, 201);
    // Whether the name is taken is not disclosed then.
    for (const name of ['lea-101', 'toys']) {
      const refused = await post(name);
      assert.deepEqual([refused.status, refused.json.code], [409, 'too_many_apps']);
    }
    assert.equal((await createApp(ctx, 'lea-101')).app.name, 'lea-101');
  });

  test('the history contains which member made a change', async () => {
    const kim = await memberOf(service, 'kim@shop.example', 'editor');
    await kim.send('PATCH', 'me', { body: { name: 'Kim <b>' } });
    const { json } = await kim.send('POST', 'smartlinks', { body: { uri: 'kim' } });
    await kim.send('PATCH', `smartlinks/${json.code}`, { body: { tags: ['kim'] } });
    const history = await byToken('GET', `smartlinks/${json.code}/history`);
    for (const entry of history.json.entries) {
      assert.deepEqual([entry.by, entry.by_name], [kim.id, 'Kim <b>']);
    }
    assert.equal(history.json.entries.length, 2);
  });
});
