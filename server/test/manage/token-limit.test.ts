import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { addToken } from '../../src/actions/tokens/create-token.ts';
import { startService } from '../harness.ts';

test('an app has at most 1,000 valid tokens', async () => {
  const service = await startService({ CLICKS: 'off' });
  const { app } = await createApp(service.app.ctx, 'tokens');
  const author = { appId: app.id, actor: 'operator' } as const;
  const { db, now } = service.app.ctx;
  const owner = await db.transaction(async (tx) => {
    const server = await addToken(tx, author, 'server', now());
    for (let n = 0; n < 990; n++) await addToken(tx, author, 'web', now());
    return server;
  });
  const create = () =>
    service.request('POST', '/manage/v1/tokens', {
      token: owner.token,
      body: { kind: 'web' },
    });
  let made = await create();
  for (let n = 0; n < 20 && made.status === 201; n++) made = await create();
  assert.deepEqual([made.status, made.json.code], [409, 'too_many_tokens']);
  const { json } = await service.request('GET', '/manage/v1/tokens', { token: owner.token });
  const id = json.tokens.at(-1).token_id as string;
  const revoked = await service.request('DELETE', `/manage/v1/tokens/${id}`, {
    token: owner.token,
  });
  assert.ok(revoked.status < 300, revoked.text);
  assert.equal((await create()).status, 201);
});
