import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { IdempotencyKeyReusedError } from '@smartlink/client/server';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { oldRowsRemover } from '../../src/jobs/old-rows-remover.ts';
import { startService, type Service } from '../harness.ts';

const HOUR_MS = 3_600_000;

describe('Idempotency-Key', () => {
  let now = Date.now();
  let service: Service;
  before(async () => {
    service = await startService({}, { now: () => now });
  });

  const send = (key: string | undefined, body: unknown, token = service.owner.tokens.server) =>
    service.request('POST', '/v2/smartlinks', {
      token,
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const links = async (): Promise<number> => {
    const sql = 'select count(*) as n from links';
    return (await service.app.ctx.db.all<{ n: number }>(sql))[0]?.n ?? -1;
  };

  test('the same request returns the first response and creates no second link', async () => {
    const earlier = await links();
    const body = { uri: 'products/5', metadata: { a: 'b', c: [1, 2] } };
    const first = await send('key 1', body);
    assert.equal(first.status, 201);
    for (const same of [
      body,
      { metadata: { c: [1, 2], a: 'b' }, uri: 'products/5' },
      '{ "uri":"products\\/5", "metadata":{"a":"b","c":[1.0,2]} }',
    ]) {
      const again = await send('key 1', same);
      assert.deepEqual([again.status, again.text], [201, first.text]);
      assert.equal(again.headers.get('location'), first.headers.get('location'));
    }
    assert.equal((await links()) - earlier, 1);
  });

  test('returns the first response although the app has changed so that it would refuse', async () => {
    const { owner } = service;
    const set = async (change: object): Promise<void> => {
      const changed = await service.request('PATCH', '/manage/v1/app', { body: change });
      assert.equal(changed.status, 200, changed.text);
      await service.app.catchUp();
    };
    const body = { uri: 'x', routes: { ipad: { fallback: '' } } };
    const managed = { uri: 'y', routes: { ipad: { fallback: '' } } };
    const create = () =>
      service.request('POST', '/manage/v1/smartlinks', {
        body: managed,
        headers: { 'idempotency-key': 'managed' },
      });
    const first = await send('changed app', body);
    const ofPlatform = await send('changed app', { uri: 'z' }, owner.tokens.web);
    const ofManaged = await create();
    assert.deepEqual([first.status, ofPlatform.status, ofManaged.status], [201, 201, 201]);
    await set({ platforms: { ipad: { enabled: false } }, platform_tokens: { create: 'off' } });
    assert.equal((await send('new', body)).status, 422);
    assert.equal((await send('new', { uri: 'z' }, owner.tokens.web)).status, 403);
    const again = await send('changed app', body);
    assert.deepEqual([again.status, again.text], [201, first.text]);
    const ofPlatformAgain = await send('changed app', { uri: 'z' }, owner.tokens.web);
    assert.deepEqual([ofPlatformAgain.status, ofPlatformAgain.text], [201, ofPlatform.text]);
    const ofManagedAgain = await create();
    assert.deepEqual([ofManagedAgain.status, ofManagedAgain.json.code], [201, ofManaged.json.code]);
    await set({ platforms: { ipad: { enabled: true } }, platform_tokens: { create: 'own' } });
  });

  test('rejects another body with the same key', async () => {
    await send('key 2', { uri: 'a' });
    for (const other of [{ uri: 'b' }, { uri: 'a', unique: true }, { uri: 'a', redeem_limit: 1 }]) {
      const { status, json } = await send('key 2', other);
      assert.deepEqual([status, json.code], [422, 'idempotency_key_reused']);
    }
    const create = service.client().create({ uri: 'c' }, { idempotencyKey: 'key 2' });
    await assert.rejects(create, IdempotencyKeyReusedError);
  });

  test('a hundred simultaneous requests create one link', async () => {
    const earlier = await links();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send('at once', { uri: 'a' })),
    );
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
    assert.equal((await links()) - earlier, 1);
  });

  test('with unique, the first response stays: 201 for the creator, 200 for the others', async () => {
    const body = { uri: 'only one', unique: true };
    const made = await send('maker', body);
    const found = await send('finder', body);
    assert.deepEqual([made.status, found.status], [201, 200]);
    assert.deepEqual(
      [(await send('maker', body)).status, (await send('finder', body)).status],
      [201, 200],
    );
    assert.equal(made.text, found.text);
  });

  test('a rejected request does not use its key', async () => {
    assert.equal((await send('corrected', { uri: '' })).status, 422);
    assert.equal((await send('corrected', { uri: 'a' })).status, 201);
  });

  test('keys of different apps are independent', async () => {
    const other = await createApp(service.app.ctx, 'other');
    const mine = await send('shared', { uri: 'a' });
    const theirs = await send('shared', { uri: 'b' }, other.tokens.server);
    assert.equal(theirs.status, 201);
    assert.notEqual(mine.text, theirs.text);
  });

  test('is stored for a day and can then be used again', async () => {
    const first = await send('daily', { uri: 'a' });
    now += 23.9 * HOUR_MS;
    assert.equal((await send('daily', { uri: 'a' })).text, first.text);
    now += 0.2 * HOUR_MS;
    const next = await send('daily', { uri: 'b' });
    assert.equal(next.status, 201);
    assert.notEqual(next.text, first.text);
    assert.equal((await send('daily', { uri: 'b' })).text, next.text);
    await oldRowsRemover(service.app.ctx.db, () => now, assert.ifError).work();
    const kept = await service.app.ctx.db.all('select key from idempotency_keys');
    assert.deepEqual(
      kept.map((row) => ({ ...(row as object) })),
      [{ key: 'daily' }],
    );
    assert.equal((await send('daily', { uri: 'b' })).text, next.text);
  });

  test('has 1 to 255 visible characters', async () => {
    for (const key of [
      'k',
      'k'.repeat(255),
      'a b',
      '"quoted"',
      '0e6f7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11',
    ]) {
      assert.equal((await send(key, { uri: 'a' })).status, 201, key);
    }
    for (const key of ['', ' ', 'k'.repeat(256), 'ä', 'a\tb']) {
      const { status, json } = await send(key, { uri: 'a' });
      assert.deepEqual([status, json.code], [400, 'bad_request'], key);
    }
  });

  test('the SDK creates one for each call', async () => {
    const client = service.client();
    const [one, two] = [await client.create({ uri: 'a' }), await client.create({ uri: 'a' })];
    assert.notEqual(one.code, two.code);
  });
});
