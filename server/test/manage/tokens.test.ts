import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { startService, type Answer, type Service } from '../harness.ts';

describe('/manage/v1/tokens and the audit log', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  const tokens = (method: string, path = '', body?: unknown, token?: string): Promise<Answer> =>
    service.request(method, `/manage/v1/tokens${path}`, {
      ...(body === undefined ? {} : { body }),
      ...(token === undefined ? {} : { token }),
    });
  const make = async (kind: string) => {
    const { status, json } = await tokens('POST', '', { kind });
    assert.equal(status, 201);
    return json as { token: string; token_id: string; prefix: string };
  };

  test('a new token is shown once, works at once, and is listed by its prefix', async () => {
    const made = await make('server');
    assert.match(made.token, /^sl_server_[0-9A-Za-z]{40}$/);
    const { json, text } = await tokens('GET', '', undefined, made.token);
    assert.ok(!text.includes(made.token), 'the token is not shown again');
    assert.equal(json.tokens.length, 7);
    const listed = json.tokens.find((one: { own: boolean }) => one.own);
    const { created_at, last_used_at, ...rest } = listed;
    assert.deepEqual(rest, {
      token_id: made.token_id,
      kind: 'server',
      prefix: made.token.slice(0, 16),
      name: null,
      own: true,
      created_by: json.tokens.find(({ prefix }: { prefix: string }) =>
        service.owner.tokens.server.startsWith(prefix),
      ).token_id,
      by_name: null,
      revoked_at: null,
    });
    assert.ok(Date.now() - Date.parse(created_at) < 60_000);
    assert.equal(last_used_at, null);
    assert.equal(json.tokens.filter((one: { own: boolean }) => one.own).length, 1);
  });

  test('a revoked token is rejected at once, and stays in the list', async () => {
    const { token, token_id } = await make('web');
    const { code } = await service.create({ uri: 'a' });
    const look = async () =>
      (await service.request('GET', `/v2/smartlinks/${code}`, { token })).status;
    assert.deepEqual([await look(), await look()], [200, 200]);
    const revoked = await tokens('DELETE', `/${token_id}`);
    assert.deepEqual([revoked.status, revoked.json.own], [200, false]);
    assert.ok(revoked.json.revoked_at);
    assert.equal(await look(), 401);
    const again = await tokens('DELETE', `/${token_id}`);
    assert.equal(again.json.revoked_at, revoked.json.revoked_at);
    const { json } = await tokens('GET');
    const listed = json.tokens.find((one: { token_id: string }) => one.token_id === token_id);
    assert.equal(listed.revoked_at, revoked.json.revoked_at);
  });

  test('a token can revoke itself, with a response', async () => {
    const { token, token_id } = await make('server');
    const revoked = await tokens('DELETE', `/${token_id}`, undefined, token);
    assert.deepEqual([revoked.status, revoked.json.own], [200, true]);
    assert.equal((await tokens('GET', '', undefined, token)).status, 401);
  });

  test('accepts server tokens of the same app, and ids', async () => {
    const { token, token_id, prefix } = await make('android');
    const other = (await createApp(service.app.ctx, 'other')).tokens.server;
    const ids = [token_id, prefix, token, 'tok_', 'tok_x'];
    for (const id of ids) {
      assert.equal((await tokens('DELETE', `/${id}`, undefined, other)).status, 404, id);
    }
    for (const id of ids.slice(1)) assert.equal((await tokens('DELETE', `/${id}`)).status, 404, id);
    const { json } = await tokens('GET', '', undefined, other);
    assert.equal(json.tokens.length, 6);
    for (const path of ['tokens', 'audit-log', 'smartlinks']) {
      const { status } = await service.request('GET', `/manage/v1/${path}`, { token });
      assert.equal(status, 403, path);
    }
    for (const body of [{}, { kind: 'tv' }, { kind: 'web', names: 'a' }, []]) {
      assert.equal((await tokens('POST', '', body)).status, 422, JSON.stringify(body));
    }
  });

  test('lists tokens in pages, each once, while others are created', async () => {
    const { tokens: own } = await createApp(service.app.ctx, 'paged');
    const page = (query: string) => tokens('GET', query, undefined, own.server);
    const whole = (await page('')).json;
    assert.deepEqual([whole.tokens.length, whole.next_cursor], [6, null]);
    for (const limit of [1, 4, 5, 6]) {
      const seen: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { json } = await page(`?limit=${limit}${cursor && `&cursor=${cursor}`}`);
        assert.ok(json.tokens.length <= limit);
        seen.push(...json.tokens);
        cursor = json.next_cursor;
      }
      assert.deepEqual(seen, whole.tokens, `limit ${limit}`);
    }
    const first = (await page('?limit=4')).json;
    await tokens('POST', '', { kind: 'web' }, own.server);
    const second = (await page(`?limit=4&cursor=${first.next_cursor}`)).json;
    assert.deepEqual([...first.tokens, ...second.tokens].slice(0, 6), whole.tokens);
    assert.equal(second.tokens.length, 3);
    for (const query of ['?limit=0', '?limit=101', '?cursor=x']) {
      assert.equal((await page(query)).status, 400, query);
    }
  });

  test('the log has every change of the app, newest first, in pages', async () => {
    const { tokens: own } = await createApp(service.app.ctx, 'logged');
    const as = (method: string, path: string, body?: unknown) =>
      service.request(method, `/manage/v1/${path}`, {
        token: own.server,
        ...(body === undefined ? {} : { body }),
      });
    const code = 'Logged';
    await as('POST', 'smartlinks', { uri: 'a', code });
    await as('PATCH', `smartlinks/${code}`, { tags: ['a'] });
    const { token_id: id, prefix } = (await as('POST', 'tokens', { kind: 'ipad' })).json;
    await as('DELETE', `tokens/${id}`);
    await as('DELETE', `tokens/${id}`);
    await as('PATCH', 'app', { visits: { title: 'The Shop' } });
    await as('DELETE', `smartlinks/${code}`);
    await as('DELETE', `smartlinks/${code}`);
    const restorable = (await as('GET', `smartlinks/${code}`)).json.restorable_until;
    assert.match(restorable, /^20/);
    const { json, text } = await as('GET', 'audit-log');
    const entries = json.entries as Record<string, unknown>[];
    assert.deepEqual(
      entries.map(({ what, action, before: was, after: became }) => [what, action, was, became]),
      [
        [
          `smartlink:${code}`,
          'delete',
          { state: 'active', restorable_until: null },
          { state: 'deleted', restorable_until: restorable },
        ],
        ['app', 'apply', entries[1]?.before, entries[1]?.after],
        [`token:${id}`, 'revoke', { revoked: false }, { revoked: true }],
        [`token:${id}`, 'create', null, { kind: 'ipad', prefix }],
        [`smartlink:${code}`, 'change', { tags: [] }, { tags: ['a'] }],
        [`smartlink:${code}`, 'create', null, entries[5]?.after],
        ['app', 'create', null, { name: 'logged' }],
      ],
    );
    assert.match(JSON.stringify(entries[1]?.after), /The Shop/);
    assert.deepEqual(new Set(entries.slice(0, -1).map(({ by }) => by)).size, 1);
    assert.equal(entries.at(-1)?.by, 'operator');
    assert.ok(!text.includes(own.server));
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await as('GET', `audit-log?limit=4${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.json.entries);
      cursor = page.json.next_cursor;
    }
    assert.deepEqual(seen, entries);
    assert.equal((await as('GET', 'audit-log?limit=101')).status, 400);
  });
});
