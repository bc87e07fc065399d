import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';
import { newMigratedStore } from '../store.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** A clock that tests set, in milliseconds since 1970-01-01 UTC. */
let now = Date.parse('2026-12-01T12:00:00Z');

describe('a deleted link', () => {
  let service: Service;
  let database: string;
  before(async () => {
    database = await newMigratedStore();
    service = await startService({ DATABASE_URL: database }, { now: () => now });
    await service.apply(SHOP);
  });

  const manage = (method: string, path: string, body?: object): Promise<Answer> =>
    service.request(method, `/manage/v1/${path}`, body === undefined ? {} : { body });
  const make = async (body: object): Promise<string> => {
    const answer = await manage('POST', 'smartlinks', { uri: 'products/1', ...body });
    assert.equal(answer.status, 201, answer.text);
    return answer.json.code;
  };
  const remove = async (code: string): Promise<void> => {
    assert.equal((await manage('DELETE', `smartlinks/${code}`)).status, 204);
  };
  const restore = (code: string): Promise<Answer> => manage('POST', `smartlinks/${code}/restore`);
  const link = async (code: string) => (await manage('GET', `smartlinks/${code}`)).json;
  const visit = async (code: string): Promise<number> =>
    (await service.request('GET', `/${code}`, { token: undefined })).status;
  const redeem = (code: string, redemption_id: string = randomUUID()): Promise<Answer> =>
    service.request('POST', '/client/v1/redemptions', {
      token: service.owner.tokens.web,
      body: { smartlink: code, redemption_id },
    });
  const history = async (code: string): Promise<string[]> =>
    (await manage('GET', `smartlinks/${code}/history`)).json.entries.map(
      ({ action, by }: { action: string; by: string }) =>
        by === 'service' ? `${action} by ${by}` : action,
    );

  test('is gone at once, is listed, and works again when it is restored', async () => {
    const code = await make({ unique: true, uri: 'a', tags: ['spring'], metadata: { a: 'b' } });
    const original = await link(code);
    assert.equal(original.restorable_until, null);
    await remove(code);
    assert.equal((await link(code)).restorable_until, '2026-12-31T12:00:00.000Z');
    assert.equal(await visit(code), 410);
    assert.equal((await redeem(code)).status, 410);
    assert.equal((await service.request('GET', `/v2/smartlinks/${code}`)).status, 404);
    const { json } = await manage('GET', 'smartlinks?state=deleted&tag=spring');
    assert.deepEqual(
      json.smartlinks.map((one: { code: string }) => one.code),
      [code],
    );
    now += 30 * DAY - 1;
    const restored = await restore(code);
    assert.equal(restored.status, 200, restored.text);
    assert.deepEqual(restored.json, { ...original });
    assert.equal(await visit(code), 302);
    assert.equal((await redeem(code)).status, 200);
    const again = await manage('POST', 'smartlinks', { uri: 'a', unique: true });
    assert.deepEqual([again.status, again.json.code], [200, code]);
    assert.deepEqual((await restore(code)).json.state, 'active');
    assert.deepEqual(await history(code), ['restore', 'delete', 'create']);
  });

  test('is disabled again if it was', async () => {
    const code = await make({});
    await manage('PATCH', `smartlinks/${code}`, { state: 'disabled' });
    await remove(code);
    assert.equal((await restore(code)).json.state, 'disabled');
  });

  test('is not found by a code that no link has, whatever its characters are', async () => {
    for (const code of ['R}}H', '{', 'a,b', '"', '\\', 'a"b\\', 'NULL', "'", '\0', '\ud83d']) {
      const path = encodeURIComponent(code.toWellFormed());
      assert.equal((await restore(path)).status, 404, code);
      const body = { codes: [code], change: { restore: true } };
      const many = await manage('POST', 'smartlinks/changes', body);
      assert.ok(many.status < 500, many.text);
    }
  });

  test('is not restored while another unique link has its URI', async () => {
    const code = await make({ uri: 'b', unique: true });
    await remove(code);
    const other = await make({ uri: 'b', unique: true });
    const refused = await restore(code);
    assert.deepEqual(
      [refused.status, refused.json.code, refused.json.existing_code],
      [409, 'uri_taken', other],
    );
    await remove(other);
    // Both had the same URI: the first one gets it.
    const change = { codes: [code, other], change: { restore: true } };
    const counted = (await manage('POST', 'smartlinks/changes', change)).json;
    assert.deepEqual([counted.changed, counted.failed.length], [1, 1]);
    assert.equal(counted.failed[0].problem.code, 'uri_taken');
  });

  test('is restored once by several changes of many links at once', async () => {
    const codes: string[] = [];
    // One page: a request can end after it.
    for (let n = 0; n < 50; n++) codes.push(await make({ tags: ['again'] }));
    for (const code of codes) await remove(code);
    const body = { filter: { tag: 'again', state: 'deleted' }, change: { restore: true } };
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => manage('POST', 'smartlinks/changes', body)),
    );
    const counts = all.map(({ json }) => json as { changed: number; failed: object[] });
    assert.deepEqual(
      counts.flatMap(({ failed }) => failed),
      [],
    );
    assert.equal(
      counts.reduce((sum, { changed }) => sum + changed, 0),
      codes.length,
    );
  });

  test('is not restored while another link has its external_id', async () => {
    const code = await make({ external_id: 'order-1' });
    await remove(code);
    const other = await make({ external_id: 'order-1' });
    const refused = await restore(code);
    assert.deepEqual(
      [refused.status, refused.json.code, refused.json.existing_code],
      [409, 'external_id_taken', other],
    );
    assert.equal((await link(code)).state, 'deleted');
    await remove(other);
    // Both had the same external_id: the first one gets it.
    const change = { codes: [code, other], change: { restore: true } };
    const counted = (await manage('POST', 'smartlinks/changes', change)).json;
    assert.deepEqual([counted.changed, counted.failed.length], [1, 1]);
    assert.equal(counted.failed[0].problem.code, 'external_id_taken');
    assert.deepEqual(
      (await manage('GET', 'smartlinks?external_id=order-1')).json.smartlinks.map(
        (one: { code: string; external_id: string }) => [one.code, one.external_id],
      ),
      [[code, 'order-1']],
    );
  });

  test('is restored with others by a filter', async () => {
    const codes = [await make({ tags: ['many'] }), await make({ tags: ['many'] })];
    for (const code of codes) await remove(code);
    const filter = { tag: 'many', state: 'deleted' };
    const send = async (more: object): Promise<number> =>
      (await manage('POST', 'smartlinks/changes', { filter, change: { restore: true }, ...more }))
        .json.changed;
    assert.equal(await send({ dry_run: true }), 2);
    assert.equal((await link(codes[0]!)).state, 'deleted');
    assert.equal(await send({}), 2);
    assert.equal(await send({}), 0);
    assert.equal((await link(codes[0]!)).state, 'active');
    const wrong = { filter: {}, change: { restore: true, add_tags: ['x'] } };
    const { json } = await manage('POST', 'smartlinks/changes', wrong);
    assert.deepEqual(
      json.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/change/restore', '/filter/state'],
    );
  });

  test('loses its content after its days, but not its code, ledger, history and granted metadata', async () => {
    const more = {
      tags: ['old'],
      external_id: 'x-1',
      name: 'N',
      note: 'n',
      valid_until: '2030-01-01T00:00:00Z',
    };
    const code = await make({ unique: true, uri: 'c', metadata: { secret: '1' }, ...more });
    await manage('PATCH', `smartlinks/${code}`, { metadata: { secret: '2' } });
    const redeemed = await make({ metadata: { coupon: 'A' }, uri: 'd' });
    const id = randomUUID();
    const first = await redeem(redeemed, id);
    assert.equal(first.status, 200);
    const kept = await make({ uri: 'e' });
    for (const one of [code, redeemed]) await remove(one);
    now += DAY;
    await remove(kept);
    now += 29 * DAY;
    assert.equal((await restore(code)).status, 410);
    // Two instances at the same time.
    const other = await startService({ DATABASE_URL: database }, { now: () => now }, service.owner);
    now += 2 * MINUTE;
    await Promise.all([service.app.removeContents(), other.app.removeContents()]);
    const gone = await link(code);
    const { uri, external_id, name, note, tags, routes, metadata, valid_until, template } = gone;
    assert.deepEqual(
      { uri, external_id, name, note, tags, routes, metadata, valid_until, template },
      {
        uri: '',
        external_id: null,
        name: null,
        note: null,
        tags: [],
        routes: {},
        metadata: null,
        valid_until: null,
        template: null,
      },
    );
    assert.deepEqual([gone.state, gone.restorable_until], ['deleted', null]);
    const versions = await manage('GET', `smartlinks/${code}/metadata?version=1`);
    assert.equal(versions.status, 404, versions.text);
    assert.deepEqual(await history(code), ['remove by service', 'delete', 'change', 'create']);
    assert.match((await restore(code)).json.detail, /its content has been removed/);
    assert.equal(await visit(code), 410);
    assert.equal((await manage('POST', 'smartlinks', { uri: 'z', code })).status, 409);
    assert.equal((await redeem(redeemed, id)).text, first.text);
    assert.equal((await link(redeemed)).uri, '');
    assert.equal((await restore(kept)).status, 200);
  });

  test('cannot be restored if RESTORE_DAYS is 0', async () => {
    const at = Date.now();
    let clock = at;
    const none = await startService({ RESTORE_DAYS: '0' }, { now: () => clock });
    const { code } = await none.create({ uri: 'https://shop.example/a' });
    await none.request('DELETE', `/manage/v1/smartlinks/${code}`);
    const path = `/manage/v1/smartlinks/${code}`;
    assert.equal((await none.request('POST', `${path}/restore`)).status, 410);
    clock += 2 * MINUTE;
    await none.app.removeContents();
    assert.equal((await none.request('GET', path)).json.uri, '');
  });
});
