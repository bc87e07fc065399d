import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { startService, type Answer, type Service } from '../harness.ts';

describe('/manage/v1/smartlinks/:code', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  const manage = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    service.request(method, `/manage/v1/smartlinks/${path}`, {
      headers,
      ...(body === undefined ? {} : { body }),
    });

  const coupon = async (more: object = {}): Promise<string> =>
    (await service.create({ uri: 'products/5', metadata: { coupon: 'A' }, ...more })).code;

  test('returns everything about a link, with metadata as it was sent', async () => {
    const metadata = '{ "n" : 1.50 }';
    const body = `{"uri":"products/5","unique":true,"redeem_limit":3,"metadata":${metadata}}`;
    const made = await service.request('POST', '/v2/smartlinks', { body });
    const address = made.json.smartlink as string;
    const code = address.split('/').at(-1) as string;
    const { status, json, text, headers } = await manage('GET', code);
    assert.equal(status, 200);
    const { created_at, created_by: maker, routes, ...rest } = json;
    assert.equal(maker.kind, 'server_token');
    assert.ok(service.owner.tokens.server.startsWith(maker.name), maker.name);
    assert.deepEqual(rest, {
      code,
      smartlink: address,
      uri: 'products/5',
      name: null,
      note: null,
      external_id: null,
      valid_from: null,
      valid_until: null,
      early_url: null,
      expired_url: null,
      validity: 'valid',
      unique: true,
      template: null,
      tags: [],
      state: 'active',
      restorable_until: null,
      rules: [],
      own_rules: false,
      social: null,
      redeem_limit: 3,
      redemptions: 0,
      metadata: { n: 1.5 },
    });
    assert.ok(text.includes(`"metadata":${metadata}`));
    assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000);
    assert.deepEqual(Object.keys(routes), ['web', 'iphone', 'ipad', 'universal', 'android']);
    assert.equal(headers.get('etag'), '"1"');
  });

  test('a limit can be raised, lowered below the count, and removed', async () => {
    const code = await coupon({ redeem_limit: 1 });
    const redeem = () =>
      service
        .client('web')
        .redeem(code)
        .then(
          ({ redemptions }) => redemptions,
          ({ status }) => status as number,
        );
    assert.deepEqual([await redeem(), await redeem()], [1, 409]);
    assert.equal((await manage('PATCH', code, { redeem_limit: 3 })).json.redeem_limit, 3);
    assert.deepEqual([await redeem(), await redeem(), await redeem()], [2, 3, 409]);
    assert.equal((await manage('PATCH', code, { redeem_limit: 1 })).json.redemptions, 3);
    assert.equal(await redeem(), 409);
    assert.equal((await manage('PATCH', code, { redeem_limit: null })).json.redeem_limit, null);
    assert.equal(await redeem(), 4);
  });

  test('the ledger has every grant, newest first, in pages', async () => {
    const code = await coupon({ redeem_limit: 5 });
    const ids = Array.from({ length: 5 }, () => randomUUID());
    for (const id of ids) {
      const body = { smartlink: code, redemption_id: id };
      await service.request('POST', '/client/v1/redemptions', {
        token: service.owner.tokens.android,
        body,
      });
    }
    const seen: { redemption_id: string; redemptions: number; token_id: string }[] = [];
    let cursor: string | null = '';
    let pages = 0;
    while (cursor !== null) {
      const { json } = await manage(
        'GET',
        `${code}/redemptions?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...json.redemptions);
      cursor = json.next_cursor;
      pages++;
    }
    assert.equal(pages, 3);
    assert.deepEqual(
      seen.map((entry) => [entry.redemption_id, entry.redemptions]),
      ids.map((id, index) => [id, index + 1]).toReversed(),
    );
    assert.match(seen[0]?.token_id ?? '', /^tok_/);
    for (const wrong of ['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor=-1']) {
      assert.equal((await manage('GET', `${code}/redemptions?${wrong}`)).status, 400, wrong);
    }
  });

  test('a redemption that is given back allows another one, once', async () => {
    const code = await coupon({ redeem_limit: 1 });
    const id = randomUUID();
    const redeem = (redemption_id: string) =>
      service.request('POST', '/client/v1/redemptions', {
        token: service.owner.tokens.web,
        body: { smartlink: code, redemption_id },
      });
    const first = await redeem(id);
    const back = await manage('POST', `${code}/redemptions/${id.toUpperCase()}/give-back`);
    assert.equal(back.status, 200, back.text);
    assert.match(back.json.given_back_by, /^tok_/);
    const again = await manage('POST', `${code}/redemptions/${id}/give-back`);
    assert.deepEqual(again.json, back.json);
    assert.equal((await manage('GET', code)).json.redemptions, 0);
    assert.equal((await redeem(id)).text, first.text);
    assert.equal((await redeem(randomUUID())).status, 200);
    assert.equal((await redeem(randomUUID())).status, 409);
    const missing = await manage('POST', `${code}/redemptions/${randomUUID()}/give-back`);
    assert.equal(missing.status, 404);
    const elsewhere = await manage('POST', `${await coupon()}/redemptions/${id}/give-back`);
    assert.equal(elsewhere.status, 404);
  });

  test('the history has what was changed, by whom and when', async () => {
    const code = await coupon({ redeem_limit: 1 });
    const began = Date.now();
    await manage('PATCH', code, { redeem_limit: 1 });
    await manage('PATCH', code, { redeem_limit: 2, metadata: { coupon: 'B' } });
    const { redemptions } = await service.client('web').redeem(code);
    assert.equal(redemptions, 1);
    const ledger = await manage('GET', `${code}/redemptions`);
    const id = ledger.json.redemptions[0].redemption_id as string;
    await manage('POST', `${code}/redemptions/${id}/give-back`);
    await manage('PATCH', code, { state: 'disabled' });
    await manage('DELETE', code);
    const until = (await manage('GET', code)).json.restorable_until;
    const { json } = await manage('GET', `${code}/history`);
    const entries = json.entries as {
      at: string;
      by: string;
      action: string;
      before: object;
      after: object;
    }[];
    assert.deepEqual(
      entries.map(({ action, before: was, after: became }) => [action, was, became]),
      [
        [
          'delete',
          { state: 'disabled', restorable_until: null },
          { state: 'deleted', restorable_until: until },
        ],
        ['change', { state: 'active' }, { state: 'disabled' }],
        [
          'give-back',
          { redemption_id: id, given_back: false },
          { redemption_id: id, given_back: true },
        ],
        [
          'change',
          { redeem_limit: 1, metadata: { coupon: 'A' } },
          { redeem_limit: 2, metadata: { coupon: 'B' } },
        ],
      ],
    );
    for (const { at, by } of entries) {
      assert.match(by, /^tok_/);
      assert.ok(Date.parse(at) >= began - 1 && Date.parse(at) <= Date.now());
    }
    const page = await manage('GET', `${code}/history?limit=3`);
    const rest = await manage('GET', `${code}/history?limit=3&cursor=${page.json.next_cursor}`);
    assert.deepEqual([page.json.entries.length, rest.json.entries.length], [3, 1]);
    assert.equal(rest.json.next_cursor, null);
  });

  test('a change is rejected if the link was changed in the meantime', async () => {
    const code = await coupon();
    const { headers } = await manage('GET', code);
    const etag = headers.get('etag') ?? '';
    const mine = await manage('PATCH', code, { redeem_limit: 5 }, { 'if-match': etag });
    assert.deepEqual([mine.status, mine.headers.get('etag')], [200, '"2"']);
    for (const stale of [etag, 'W/"2"', '2', '"x"', '"1", "3"', '']) {
      const late = await manage('PATCH', code, { redeem_limit: 6 }, { 'if-match': stale });
      assert.deepEqual([late.status, late.json.code], [412, 'precondition_failed'], stale);
    }
    assert.equal((await manage('DELETE', code, undefined, { 'if-match': etag })).status, 412);
    assert.equal(
      (await manage('PATCH', code, { redeem_limit: 6 }, { 'if-match': '*' })).status,
      200,
    );
    assert.equal((await manage('DELETE', code, undefined, { 'if-match': '"1", "3"' })).status, 204);
    // A retry after a lost response.
    assert.equal((await manage('DELETE', code, undefined, { 'if-match': '"3"' })).status, 204);
  });

  test('of many simultaneous changes of one version, one succeeds', async () => {
    const code = await coupon();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        manage('PATCH', code, { redeem_limit: i + 1 }, { 'if-match': '"1"' }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    assert.equal(won.length, 1);
    assert.equal((await manage('GET', code)).json.redeem_limit, won[0]?.json.redeem_limit);
  });

  test('a redemption does not conflict with a change', async () => {
    const code = await coupon();
    const etag = (await manage('GET', code)).headers.get('etag') ?? '';
    await service.client('web').redeem(code);
    assert.equal(
      (await manage('PATCH', code, { redeem_limit: 5 }, { 'if-match': etag })).status,
      200,
    );
  });

  test('a disabled link is gone for visitors at once, and can be enabled at once', async () => {
    const { code } = await service.create({ uri: 'https://shop.example/' });
    const visit = async () => (await service.request('GET', `/${code}`)).status;
    assert.deepEqual([await visit(), await visit()], [302, 302]);
    await manage('PATCH', code, { state: 'disabled' });
    assert.equal(await visit(), 410);
    const { text, headers } = await service.request('GET', `/${code}`);
    assert.match(text, /no longer available/);
    assert.equal(headers.get('cache-control'), 'private, no-store');
    assert.equal((await service.request('GET', `/v2/smartlinks/${code}`)).status, 200);
    await manage('PATCH', code, { state: 'active' });
    assert.equal(await visit(), 302);
  });

  test('a deleted link is gone for visitors, not found in the API, and its URI is free', async () => {
    const body = { uri: 'https://shop.example/once', unique: true };
    const { code } = await service.create(body);
    assert.equal((await service.request('GET', `/v2/smartlinks/${code}`)).status, 200);
    assert.equal((await manage('DELETE', code)).status, 204);
    assert.equal((await manage('DELETE', code)).status, 204);
    assert.equal((await service.request('GET', `/${code}`)).status, 410);
    assert.equal((await service.request('GET', `/v2/smartlinks/${code}`)).status, 404);
    assert.equal((await manage('GET', code)).json.state, 'deleted');
    assert.equal((await manage('PATCH', code, { state: 'active' })).status, 410);
    const next = await service.create(body);
    assert.equal(next.status, 201);
    assert.notEqual(next.code, code);
  });

  test('reports every error of a change, and a rejected change has no effect', async () => {
    const code = await coupon({ redeem_limit: 2 });
    const wrong = { redeem_limit: 0, metadata: { a: true }, state: 'deleted', redeemLimit: 1 };
    const { status, json } = await manage('PATCH', code, wrong);
    assert.equal(status, 422);
    assert.deepEqual(json.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted(), [
      '/metadata/a',
      '/redeemLimit',
      '/redeem_limit',
      '/state',
    ]);
    assert.equal((await manage('PATCH', code, { redeem_limit: 9, x: 1 })).status, 422);
    const link = await manage('GET', code);
    assert.deepEqual([link.json.redeem_limit, link.headers.get('etag')], [2, '"1"']);
  });

  test('accepts server tokens of the same app', async () => {
    const code = await coupon();
    const other = await createApp(service.app.ctx, 'other');
    const calls = [
      ['GET', ''],
      ['PATCH', '', { redeem_limit: 1 }],
      ['DELETE', ''],
      ['GET', '/redemptions'],
      ['GET', '/history'],
      ['POST', `/redemptions/${randomUUID()}/give-back`],
    ] as const;
    for (const [method, path, body] of calls) {
      for (const [token, status] of [
        [undefined, 401],
        [service.owner.tokens.web, 403],
        [other.tokens.server, 404],
      ] as const) {
        const answer = await service.request(method, `/manage/v1/smartlinks/${code}${path}`, {
          token,
          ...(body === undefined ? {} : { body }),
        });
        assert.equal(answer.status, status, `${method} ${path}`);
      }
    }
    assert.equal((await manage('GET', code)).headers.get('etag'), '"1"');
  });
});
