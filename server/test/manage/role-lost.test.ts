import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { memberOf, type Person } from './people.ts';
import { openScene, type Scene } from './scene.ts';

describe('a write by a caller who loses access while the request waits for the database', () => {
  let scene: Scene;
  let ada: Person;
  /** Runs before the transaction of the next request. Its caller has already been checked then. */
  let whileWaiting: (() => Promise<unknown>) | undefined;
  before(async () => {
    scene = await openScene({ CLICKS: 'off' });
    ada = await memberOf(scene.service, 'grace@shop.example', 'owner');
    const { db } = scene.service.app.ctx;
    const transaction = db.transaction.bind(db);
    const appTransaction = db.appTransaction.bind(db);
    const wait = async (): Promise<void> => {
      // Background work goes on.
      if (new Error().stack?.includes('/src/jobs/')) return;
      const run = whileWaiting;
      whileWaiting = undefined;
      await run?.();
    };
    db.transaction = async (work, lock) => {
      await wait();
      return transaction(work, lock);
    };
    db.appTransaction = async (appId, work) => {
      await wait();
      return appTransaction(appId, work);
    };
  });

  /** The path of a request, and its body, with existing resources of the shop. */
  const filled = async (path: string, body: unknown) => {
    const target = await scene.filled(`/manage/v1/${path}`);
    if (body === undefined) return { target, options: {} };
    return {
      target,
      options: { body: JSON.parse(await scene.filled(JSON.stringify(body))) as unknown },
    };
  };
  const actionsBy = async (actor: string): Promise<string[]> => {
    const { entries } = (await ada.send('GET', 'audit-log')).json;
    return entries
      .filter(({ by }: { by: string }) => by === actor)
      .map(({ action }: { action: string }) => action);
  };

  const LINK = { uri: 'role-lost' };
  for (const [role, method, path, body] of [
    ['owner', 'POST', 'tokens', { kind: 'server' }],
    ['owner', 'DELETE', 'tokens/{token_id}'],
    ['owner', 'POST', 'webhooks', { url: 'https://hooks.evil.example/' }],
    ['owner', 'PATCH', 'webhooks/{webhook_id}', { url: 'https://hooks.evil.example/' }],
    ['owner', 'DELETE', 'webhooks/{webhook_id}'],
    ['owner', 'POST', 'webhooks/{webhook_id}/secret', {}],
    ['editor', 'POST', 'webhooks/{webhook_id}/test'],
    ['editor', 'POST', 'webhooks/{webhook_id}/deliveries/{event_id}/replay'],
    ['editor', 'POST', 'smartlinks', LINK],
    ['editor', 'POST', 'smartlinks/bulk', { links: [LINK] }],
    ['editor', 'POST', 'smartlinks/changes', { codes: ['{code}'], change: { add_tags: ['a'] } }],
    ['editor', 'PUT', 'external-ids/{external_id}', LINK],
    ['editor', 'PATCH', 'smartlinks/{code}', { note: 'a' }],
    ['editor', 'DELETE', 'smartlinks/{code}'],
    ['editor', 'POST', 'smartlinks/{code}/restore'],
    ['editor', 'POST', 'smartlinks/{code}/redemptions/{redemption_id}/give-back'],
    ['viewer', 'PATCH', 'filters', { save: [{ name: 'mine', query: { tag: 'a' } }] }],
    ['viewer', 'DELETE', 'membership'],
  ] as const) {
    test(`is rejected if the member was removed: ${method} ${path}`, async () => {
      const eve = await memberOf(scene.service, `${scene.word()}@shop.example`, role);
      const { target, options } = await filled(path, body);
      whileWaiting = async () =>
        assert.equal((await ada.send('DELETE', `members/${eve.id}`)).status, 200);
      const answer = await eve.send(method, target.replace('/manage/v1/', ''), options);
      assert.equal(whileWaiting, undefined);
      assert.deepEqual([answer.status, answer.json.code], [403, 'role_too_low'], answer.text);
      assert.deepEqual(await actionsBy(eve.id), ['join']);
    });
  }

  for (const [method, path, body] of [
    ['POST', 'invitations', { email: 'eve@shop.example', role: 'owner' }],
    ['PATCH', 'members/{member_id}', { role: 'owner' }],
    ['POST', 'tokens', { kind: 'server' }],
    ['POST', 'webhooks', { url: 'https://hooks.evil.example/' }],
    ['PATCH', 'app', { platforms: { web: { base: 'https://evil.example' } } }],
    ['POST', 'smartlinks', LINK],
    ['PATCH', 'smartlinks/{code}', { note: 'a' }],
  ] as const) {
    test(`is rejected if the server token was revoked: ${method} ${path}`, async () => {
      const { json: stolen } = await ada.send('POST', 'tokens', { body: { kind: 'server' } });
      const { target, options } = await filled(path, body);
      whileWaiting = async () =>
        assert.equal((await ada.send('DELETE', `tokens/${stolen.token_id}`)).status, 200);
      const { token } = stolen;
      const answer = await scene.service.request(method, target, { token, ...options });
      assert.equal(whileWaiting, undefined);
      assert.deepEqual([answer.status, answer.json.code], [401, 'unauthorized'], answer.text);
      assert.deepEqual(await actionsBy(stolen.token_id), []);
    });
  }
});
