import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { ENDPOINTS } from '../../src/http/endpoints.ts';
import { startService, type Answer, type Service } from '../harness.ts';

describe('POST /manage/v1/smartlinks', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  const make = (body: unknown, headers: Record<string, string> = {}, token?: string) =>
    service.request('POST', '/manage/v1/smartlinks', {
      body,
      headers,
      ...(token === undefined ? {} : { token }),
    });
  const pointers = ({ json }: Answer): string[] =>
    json.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted();

  test('creates a link with all fields, which opens at once', async () => {
    const metadata = '{ "n" : 1.50 }';
    const body = `{"uri":"sale/5","code":"Sale26","tags":["spring","Büro 1"],
      "social":{"title":"The sale"},"redeem_limit":3,"metadata":${metadata},
      "routes":{"web":{"link":"https://shop.example/sale"}}}`;
    const { status, headers, json, text } = await make(body);
    assert.equal(status, 201, text);
    assert.equal(headers.get('location'), `${service.url}/manage/v1/smartlinks/Sale26`);
    assert.equal(headers.get('etag'), '"1"');
    assert.equal(json.smartlink, `${service.url}/Sale26`);
    assert.deepEqual(
      [json.code, json.uri, json.tags, json.social, json.redeem_limit],
      ['Sale26', 'sale/5', ['spring', 'Büro 1'], { title: 'The sale' }, 3],
    );
    assert.ok(text.includes(`"metadata":${metadata}`));
    const managed = await service.request('GET', '/manage/v1/smartlinks/Sale26');
    assert.equal(managed.text, text);
    const retrieved = await service.request('GET', '/v2/smartlinks/Sale26');
    assert.deepEqual(retrieved.json.smartlink.tags, ['spring', 'Büro 1']);
    const visit = await service.request('GET', '/Sale26', { token: undefined });
    assert.equal(visit.headers.get('location'), 'https://shop.example/sale');
  });

  test('generates a code if none is given, and records the creator in the history', async () => {
    const { json } = await make({ uri: 'products/5', tags: ['spring'] });
    assert.match(json.code, /^[0-9A-Za-z]{8}$/);
    const history = await service.request('GET', `/manage/v1/smartlinks/${json.code}/history`);
    const [entry, ...others] = history.json.entries;
    assert.deepEqual(others, []);
    assert.match(entry.by, /^tok_/);
    assert.deepEqual([entry.action, entry.before], ['create', null]);
    const { uri, routes, tags, state } = json;
    assert.deepEqual(entry.after, {
      uri,
      unique: false,
      template: null,
      routes,
      tags,
      redeem_limit: null,
      metadata: null,
      social: null,
      name: null,
      note: null,
      external_id: null,
      valid_from: null,
      valid_until: null,
      early_url: null,
      expired_url: null,
      restorable_until: null,
      rules: null,
      own_rules: null,
      state,
    });
  });

  test('rejects a code in use, and the code of a deleted link', async () => {
    const other = await createApp(service.app.ctx, 'other');
    assert.equal((await make({ uri: 'a', code: 'Theirs' }, {}, other.tokens.server)).status, 201);
    assert.equal((await make({ uri: 'a', code: 'Mine' })).status, 201);
    assert.equal((await make({ uri: 'a', code: 'Dead' })).status, 201);
    const path = '/manage/v1/smartlinks/Dead';
    assert.equal((await service.request('DELETE', path)).status, 204);
    const refusals = await Promise.all(
      ['Theirs', 'Mine', 'Dead'].map((code) => make({ uri: 'b', code })),
    );
    for (const { status, json } of refusals)
      assert.deepEqual([status, json.code], [409, 'code_taken']);
    const said = refusals.map(({ text }) => text.replace(/Theirs|Mine|Dead/, ''));
    assert.equal(new Set(said).size, 1, 'the response does not disclose the owner of the code');
    assert.equal((await make({ uri: 'b', code: 'mine' })).status, 201, 'codes are case-sensitive');
  });

  test('accepts one of many simultaneous requests for one code', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => make({ uri: `race/${i}`, code: 'Race' })),
    );
    const withStatus = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    assert.deepEqual([withStatus(201), withStatus(409)], [1, 19]);
  });

  test('returns an existing unique link, but not for another custom code', async () => {
    const body = { uri: 'once', unique: true };
    const first = await make({ ...body, code: 'Once', tags: ['a'] });
    assert.equal(first.status, 201);
    for (const again of [body, { ...body, code: 'Once', tags: ['b'] }]) {
      const found = await make(again);
      assert.deepEqual([found.status, found.text], [200, first.text]);
      assert.equal(found.headers.get('location'), null);
    }
    assert.equal((await service.create(body)).code, 'Once');
    const another = await make({ ...body, code: 'Twice' });
    assert.deepEqual([another.status, another.json.code], [409, 'uri_taken']);
    assert.match(another.json.detail, /"Once"/);
    assert.equal(another.json.existing_code, 'Once');
    assert.equal((await service.request('GET', '/v2/smartlinks/Twice')).status, 404);
  });

  test('an Idempotency-Key makes a retry safe, here and at /v2', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = await Promise.all([make({ uri: 'k' }, key), make({ uri: 'k' }, key)]);
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.equal(first.text, second.text);
    assert.equal(first.headers.get('location'), second.headers.get('location'));
    const v2 = await service.request('POST', '/v2/smartlinks', {
      body: { uri: 'k' },
      headers: key,
    });
    assert.equal(v2.json.smartlink, first.json.smartlink);
    const reused = await make({ uri: 'other' }, key);
    assert.deepEqual([reused.status, reused.json.code], [422, 'idempotency_key_reused']);
    const fromV2 = { 'idempotency-key': randomUUID() };
    const body = { uri: 'l' };
    const made = await service.request('POST', '/v2/smartlinks', { body, headers: fromV2 });
    assert.equal((await make(body, fromV2)).json.smartlink, made.json.smartlink);
  });

  test('a rejected request does not store its key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await make({ uri: 'm', code: 'Used' });
    assert.equal((await make({ uri: 'm', code: 'Used' }, key)).status, 409);
    assert.equal((await make({ uri: 'm', code: 'Free' }, key)).status, 201);
    assert.equal((await make({ uri: 'm' }, { 'idempotency-key': '' })).status, 400);
  });

  test('reports every error at once', async () => {
    const body = {
      uri: '',
      code: 'a-b',
      tags: ['', ' a', 'x'.repeat(65), '\u0000', 1],
      social: { image: 'javascript:1' },
      metadata: { a: true },
      tag: 'a',
    };
    const answer = await make(body);
    assert.equal(answer.status, 422);
    assert.deepEqual(
      [...new Set(pointers(answer))],
      [
        '/code',
        '/metadata/a',
        '/social/image',
        '/tag',
        '/tags/0',
        '/tags/1',
        '/tags/2',
        '/tags/3',
        '/tags/4',
        '/uri',
      ],
    );
    // A link would be hidden by such a path of the API.
    const beside = /^\/manage\/v1\/smartlinks\/(\w+)$/;
    const besideCodes = ENDPOINTS.flatMap(({ path }) => beside.exec(path)?.[1] ?? []);
    assert.ok(besideCodes.length >= 3);
    for (const code of [
      'abc',
      'x'.repeat(33),
      'héllo',
      'docs',
      'Health',
      'dashboard',
      ...besideCodes,
      'a b c',
      '',
    ]) {
      const refused = await make({ uri: 'a', code });
      assert.deepEqual([refused.status, pointers(refused)[0]], [422, '/code'], code);
    }
    const many = Array.from({ length: 21 }, (_, i) => `tag ${i}`);
    for (const tags of [many, ['a', 'a'], 'a', null]) {
      assert.deepEqual(pointers(await make({ uri: 'a', tags })), ['/tags']);
    }
    assert.equal((await make({ uri: 'a', tags: many.slice(1) })).status, 201);
    const loop = await make({ uri: `${service.url}/Sale26` });
    assert.deepEqual(pointers(loop), ['/uri']);
  });
});

test('a code is not the path of the API', async () => {
  const BASE_URL = 'https://api.shop.example/links';
  const apart = await startService({ BASE_URL, SMARTLINK_BASE: 'https://go.shop.example' });
  const create = (code: string) =>
    apart.request('POST', '/manage/v1/smartlinks', { body: { uri: 'a', code } });
  assert.deepEqual([(await create('links')).status, (await create('link5')).status], [422, 201]);
  const below = await startService({ BASE_URL, SMARTLINK_BASE: 'https://go.shop.example/l' });
  const made = await below.request('POST', '/manage/v1/smartlinks', {
    body: { uri: 'a', code: 'links' },
  });
  assert.equal(made.status, 201);
});
