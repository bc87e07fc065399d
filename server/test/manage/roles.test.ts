import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { ROLES, suffices, type Role } from '../../src/domain/role.ts';
import type { ApiDocument } from '../fuzz/contract.ts';
import { startService, type Service } from '../harness.ts';
import { ask, memberOf, type Person } from './people.ts';

/** Every request about an app, the role that it takes, and a body that would do something. */
const CALLS: readonly (readonly [needed: Role, method: string, path: string, body?: object])[] = [
  ['viewer', 'GET', 'app'],
  ['editor', 'PATCH', 'app', { visits: { title: 'Shop' } }],
  ['editor', 'PATCH', 'app', { templates: [] }],
  ['owner', 'PATCH', 'app', { platforms: { ipad: { enabled: false } } }],
  ['owner', 'PATCH', 'app', { hosts: ['go.shop.example'] }],
  ['owner', 'PATCH', 'app', { visits: { title: 'Shop' }, hosts: [] }],
  ['owner', 'PATCH', 'app?dry_run=true', { hosts: [] }],
  ['viewer', 'POST', 'app/preview', { visits: { title: 'Shop' }, page: 'gone' }],
  ['viewer', 'GET', 'doctor'],
  ['viewer', 'POST', 'templates/try', { uri: 'a', templates: [] }],
  ['viewer', 'GET', 'tags'],
  ['viewer', 'GET', 'audit-log'],
  ['viewer', 'GET', 'tokens'],
  ['owner', 'POST', 'tokens', { kind: 'server' }],
  ['owner', 'DELETE', 'tokens/{token_id}'],
  ['viewer', 'GET', 'members'],
  ['viewer', 'GET', 'members/{member_id}'],
  ['owner', 'PATCH', 'members/{member_id}', { role: 'owner' }],
  ['owner', 'DELETE', 'members/{member_id}'],
  ['owner', 'POST', 'invitations', { email: 'new@shop.example', role: 'viewer' }],
  ['owner', 'DELETE', 'invitations/{invitation_id}'],
  ['viewer', 'GET', 'smartlinks'],
  ['editor', 'POST', 'smartlinks', { uri: 'a' }],
  ['viewer', 'GET', 'smartlinks/{code}'],
  ['editor', 'PATCH', 'smartlinks/{code}', { tags: ['a'] }],
  ['editor', 'DELETE', 'smartlinks/{code}'],
  ['viewer', 'GET', 'smartlinks/{code}/explain'],
  ['viewer', 'GET', 'smartlinks/{code}/history'],
  ['viewer', 'GET', 'smartlinks/{code}/metadata'],
  ['viewer', 'GET', 'smartlinks/{code}/metadata/versions'],
  ['viewer', 'GET', 'smartlinks/{code}/redemptions'],
  ['editor', 'POST', 'smartlinks/{code}/redemptions/{redemption_id}/give-back'],
];

describe('what each role may', () => {
  let service: Service;
  const people: Partial<Record<Role, Person>> = {};
  let stranger: Person;
  let made = 0;
  before(async () => {
    service = await startService();
    for (const role of ROLES) {
      people[role] = await memberOf(service, `${role}@shop.example`, role);
    }
    await createApp(service.app.ctx, 'books');
    stranger = await memberOf(service, 'owner@books.example', 'owner', 'books');
  });

  const make = async (path: string, body: object, token?: string) =>
    (await service.request('POST', path, { body, ...(token === undefined ? {} : { token }) })).json;
  const FRESH: Readonly<Record<string, () => Promise<string>>> = {
    token_id: async () => (await make('/manage/v1/tokens', { kind: 'web' })).token_id,
    invitation_id: async () => {
      const body = { email: `asked${made++}@shop.example`, role: 'viewer' };
      return (await make('/manage/v1/invitations', body)).invitation_id;
    },
    member_id: async () => (await memberOf(service, `other${made++}@shop.example`, 'viewer')).id,
  };

  /** A path with something that is there in the place of each parameter. */
  async function filled(path: string): Promise<string> {
    const name = /\{(token_id|invitation_id|member_id)\}/.exec(path)?.[1];
    if (name !== undefined) return path.replace(`{${name}}`, (await FRESH[name]?.()) ?? '');
    if (!path.includes('{code}')) return path;
    const { code } = await service.create({ uri: 'x', metadata: { a: '1' } });
    const redemption_id = randomUUID();
    const wish = { smartlink: code, redemption_id };
    await make('/client/v1/redemptions', wish, service.owner.tokens.web);
    return path.replace('{code}', code).replace('{redemption_id}', redemption_id);
  }

  test('stands for every request that takes a session and an app', async () => {
    const { paths } = (await service.request('GET', '/openapi.json')).json as ApiDocument;
    const known = new Set(
      CALLS.map(([, method, path]) => `${method} /manage/v1/${path.replace(/\?.*/, '')}`),
    );
    const documented = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, { security = [] }]) => security.some((one) => 'session' in one))
        .filter(([, { parameters = [] }]) => parameters.some((p) => p.name === 'smartlink-app'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual([...known].toSorted(), documented.toSorted());
  });

  for (const [needed, method, path, body] of CALLS) {
    test(`${method} ${path} ${body ? JSON.stringify(body) : ''} takes ${needed}`, async () => {
      const target = await filled(path);
      const settled = await stateOf(service);
      for (const role of ROLES) {
        if (suffices(role, needed)) continue;
        const answer = await people[role]!.send(method, target, { body });
        assert.deepEqual([answer.status, answer.json.code], [403, 'role_too_low'], role);
        assert.match(answer.json.detail, /takes an? (?:editor|owner) of the app; you are an? /);
      }
      assert.equal((await ask(service, method, target, body)).status, 401);
      assert.equal((await stranger.send(method, target, { body, app: 'shop' })).status, 404);
      // Without the name of an app the request is about that of the stranger.
      if (path.includes('{'))
        assert.equal((await stranger.send(method, target, { body })).status, 404);
      assert.equal(await stateOf(service), settled, 'something was changed');
      for (const role of ROLES.filter((one) => suffices(one, needed))) {
        const email = `new${made++}@shop.example`;
        const answer = await people[role]!.send(method, await filled(path), {
          body: body && 'email' in body ? { ...body, email } : body,
        });
        assert.ok(answer.status < 300, `${role}: ${answer.status} ${answer.text}`);
      }
    });
  }
});

/** All that belongs to the app, as text. */
async function stateOf({ app, owner }: Service): Promise<string> {
  const tables = ['links', 'redemptions', 'memberships', 'invitations', 'templates', 'platforms'];
  const rows = [];
  for (const table of [...tables, 'hosts', 'audit_log']) {
    rows.push(await app.ctx.db.all(`select * from ${table} where app_id = ?`, [owner.app.id]));
  }
  const tokens = 'select id, revoked_at from tokens where app_id = ? order by id';
  rows.push(await app.ctx.db.all(tokens, [owner.app.id]));
  return JSON.stringify(rows);
}
