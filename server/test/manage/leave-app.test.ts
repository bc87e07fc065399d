import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { ROLES } from '../../src/domain/access/role.ts';
import { startService, type Answer, type Service } from '../harness.ts';
import { ask, memberOf, type Person } from './people.ts';

const SPRING = { name: 'Spring', query: { tag: 'spring' } };

describe('a member who leaves an app', () => {
  let service: Service;
  let ada: Person;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
    ada = await memberOf(service, 'ada@shop.example', 'owner');
  });

  const leave = (who: Person, options: { readonly app?: string } = {}): Promise<Answer> =>
    who.send('DELETE', 'membership', options);
  const auditOf = async (count: number): Promise<Record<string, unknown>[]> =>
    (await ada.send('GET', `audit-log?limit=${count}`)).json.entries;

  for (const role of ROLES) {
    test(`loses access at once, as ${role}`, async () => {
      const eve = await memberOf(service, `${role}@shop.example`, role);
      assert.equal((await eve.send('PATCH', 'filters', { body: { save: [SPRING] } })).status, 200);
      const left = await leave(eve);
      assert.deepEqual([left.status, left.text], [204, '']);
      for (const [method, path] of [
        ['GET', 'smartlinks'],
        ['DELETE', 'membership'],
      ] as const) {
        const refused = await eve.send(method, path);
        assert.deepEqual([refused.status, refused.json.code], [404, 'not_found']);
      }
      const me = await eve.send('GET', 'me');
      assert.deepEqual([me.status, me.json.apps], [200, []]);
      assert.equal((await ada.send('GET', `members/${eve.id}`)).status, 404);
      const sql = 'select name from saved_filters where member_id = ?';
      assert.deepEqual(await service.app.ctx.db.all(sql, [eve.id]), []);
      const [entry] = await auditOf(1);
      assert.deepEqual(
        [entry?.what, entry?.action, entry?.by, entry?.before, entry?.after],
        [`member:${eve.id}`, 'remove', eve.id, { email: eve.email, role }, null],
      );
    });
  }

  test('keeps the account and other apps, and can be invited again', async () => {
    await createApp(service.app.ctx, 'books');
    const email = 'kim@shop.example';
    await memberOf(service, email, 'viewer', 'books');
    const kim = await memberOf(service, email, 'editor');
    const unnamed = await leave(kim);
    assert.deepEqual([unnamed.status, unnamed.json.errors[0].pointer], [422, '/Smartlink-App']);
    assert.equal((await leave(kim, { app: 'shop' })).status, 204);
    const { apps } = (await kim.send('GET', 'me')).json;
    assert.deepEqual(apps, [{ name: 'books', role: 'viewer' }]);
    assert.equal((await leave(kim, { app: 'shop' })).status, 404);
    assert.equal((await kim.send('GET', 'smartlinks')).status, 200, 'of the other app');
    const again = await memberOf(service, email, 'viewer');
    assert.equal(again.id, kim.id);
    assert.equal((await kim.send('GET', 'smartlinks', { app: 'shop' })).status, 200);
  });

  test('loses the open invitations that they created; tokens remain valid', async () => {
    const eve = await memberOf(service, 'eve@shop.example', 'owner');
    const invite = async (who: Person, email: string) => {
      const { json } = await who.send('POST', 'invitations', { body: { email, role: 'owner' } });
      return { id: json.invitation_id, secret: json.address.split('#')[1] };
    };
    const look = async ({ secret }: { secret: string }): Promise<number> =>
      (await ask(service, 'POST', 'invitations/look', { invitation: secret })).status;
    const hers = await invite(eve, 'puppet@shop.example');
    const adas = await invite(ada, 'other@shop.example');
    const { token } = (await eve.send('POST', 'tokens', { body: { kind: 'server' } })).json;
    assert.equal((await leave(eve)).status, 204);
    assert.deepEqual([await look(hers), await look(adas)], [410, 200]);
    assert.deepEqual(
      (await auditOf(2)).map(({ what, action, by }) => [what, action, by]),
      [
        [`member:${eve.id}`, 'remove', eve.id],
        [`invitation:${hers.id}`, 'withdraw', eve.id],
      ],
    );
    // Programs use tokens.
    assert.equal((await service.request('GET', '/manage/v1/smartlinks', { token })).status, 200);
  });

  test('is not the last owner, even if all owners leave at once', async () => {
    for (let round = 0; round < 3; round++) {
      const app = `pair-${round}`;
      const token = (await createApp(service.app.ctx, app)).tokens.server;
      const one = await memberOf(service, `one${round}@shop.example`, 'owner', app);
      const two = await memberOf(service, `two${round}@shop.example`, 'owner', app);
      const answers = await Promise.all([leave(one), leave(two)]);
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      assert.deepEqual(statuses, [204, 409]);
      assert.equal(answers.find(({ status }) => status === 409)?.json.code, 'last_owner');
      const { json } = await service.request('GET', '/manage/v1/members', { token });
      assert.deepEqual(
        json.members.map(({ role }: { role: string }) => role),
        ['owner'],
      );
    }
  });

  test('is a person: tokens are refused', async () => {
    for (const [kind, code] of [
      ['server', 'session_required'],
      ['web', 'wrong_token_kind'],
    ] as const) {
      const token = service.owner.tokens[kind];
      const { status, json } = await service.request('DELETE', '/manage/v1/membership', { token });
      assert.deepEqual([status, json.code], [403, code]);
    }
  });
});
