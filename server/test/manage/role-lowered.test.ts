import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startService, type Service } from '../harness.ts';
import { memberOf, type Person } from './people.ts';

describe('a change of an app by a member whose role is lowered while it is planned', () => {
  let service: Service;
  let ada: Person;
  /**
   * Runs when the change reads the templates of the app. The role has already been checked then.
   */
  let whilePlanned: (() => Promise<unknown>) | undefined;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
    ada = await memberOf(service, 'ada@shop.example', 'owner');
    const { db } = service.app.ctx;
    const all = db.all.bind(db);
    db.all = async (sql, parameters = []) => {
      const run = sql.includes('from templates') ? whilePlanned : undefined;
      if (run) whilePlanned = undefined;
      await run?.();
      return all(sql, parameters);
    };
  });

  const TEMPLATES = { templates: [{ name: 'a', pattern: 'a/:id', routes: {} }] };
  for (const [role, after, body, status] of [
    ['owner', 'editor', { platform_tokens: { create: 'any' } }, 403],
    ['owner', 'editor', { hosts: ['go.evil.example'] }, 403],
    ['owner', 'editor', TEMPLATES, 200],
    ['editor', 'viewer', { templates: [] }, 403],
    ['editor', undefined, { templates: [] }, 403],
  ] as const) {
    test(`is rejected from ${role} to ${after ?? 'none'}: ${JSON.stringify(body)}`, async () => {
      const email = `${role}.${after}.${Object.keys(body).join()}@shop.example`;
      const eve = await memberOf(service, email, role);
      const read = async () => (await ada.send('GET', 'app')).json;
      const was = await read();
      whilePlanned = async () => {
        const path = `members/${eve.id}`;
        const changed =
          after === undefined
            ? await ada.send('DELETE', path)
            : await ada.send('PATCH', path, { body: { role: after } });
        assert.equal(changed.status, 200);
      };
      const answer = await eve.send('PATCH', 'app', { body });
      assert.equal(whilePlanned, undefined);
      assert.equal(answer.status, status, answer.text);
      if (status === 200) return;
      assert.equal(answer.json.code, 'role_too_low');
      assert.deepEqual(await read(), was);
    });
  }
});
