import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { secretDigest } from '../../src/domain/access/session.ts';
import { formatToken, tokenPrefix, TOKEN_KINDS } from '../../src/domain/access/token.ts';
import type { TokenKind } from '../../src/domain/access/token.ts';
import type { Transaction } from '../../src/storage/database.ts';
import { startService, type Answer, type Service } from '../harness.ts';
import { storeBefore } from '../store-before.ts';

const APP = { id: 'app_past', name: 'shop' };
const tokens = Object.fromEntries(
  TOKEN_KINDS.map((kind) => [kind, formatToken(kind, kind.padEnd(40, '0'))]),
) as Record<TokenKind, string>;
const digest = (text: string): string => hash('sha256', text, 'base64url');

async function fill(tx: Transaction): Promise<void> {
  const now = Date.now();
  await tx.run('insert into apps (id, name, created_at) values (?, ?, ?)', [APP.id, APP.name, 1]);
  for (const kind of TOKEN_KINDS) {
    await tx.run(
      'insert into tokens (id, app_id, kind, prefix, digest, created_at) values (?, ?, ?, ?, ?, ?)',
      [`tok_${kind}`, APP.id, kind, tokenPrefix(tokens[kind]), secretDigest(tokens[kind]), 1],
    );
  }
  const link = async (code: string, uri: string, by: string | null, unique = true) => {
    const routes = JSON.stringify({ web: { link: `https://shop.example/${code}`, fallback: '' } });
    await tx.run(
      `insert into links (code, app_id, uri, unique_key, routes, tags, created_at, created_by)
       values (?, ?, ?, ?, ?, '[]', ?, ?)`,
      [code, APP.id, uri, unique ? digest(uri) : null, routes, now, by],
    );
  };
  await link('Planted', 'products/1', 'tok_web');
  await link('Trusted', 'products/2', 'tok_server');
  await link('Command', 'products/3', null);
  await link('Editor', 'products/4', 'mem_1');
  await link('Plain', 'products/5', 'tok_android', false);
  const key = (name: string, code: string, created: number) =>
    tx.run(
      `insert into idempotency_keys (app_id, key, body_digest, code, created, created_at)
       values (?, ?, ?, ?, ?, ?)`,
      [APP.id, name, digest(`{"uri":"${name}"}`), code, created, now],
    );
  await key('planted', 'Planted', 1);
  await key('found', 'Planted', 0);
  await key('trusted', 'Trusted', 1);
}

describe('a database from when platform tokens shared links with others', () => {
  let service: Service;
  before(async () => {
    const DATABASE_URL = await storeBefore('0008', fill);
    service = await startService({ DATABASE_URL }, {}, { app: APP, tokens, owners: [] });
  });

  const create = (kind: TokenKind, body: object, key?: string): Promise<Answer> =>
    service.request('POST', '/v2/smartlinks', {
      token: tokens[kind],
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const codeOf = ({ json }: Answer): string => json.smartlink.split('/').at(-1);

  test('unique links belong to the side of their creator', async () => {
    const unique = (n: number) => ({ uri: `products/${n}`, unique: true });
    const own = await create('server', unique(1));
    assert.equal(own.status, 201);
    assert.equal(codeOf(await create('iphone', unique(1))), 'Planted');
    for (const [n, code] of [
      [2, 'Trusted'],
      [3, 'Command'],
      [4, 'Editor'],
    ] as const) {
      const found = await create('server', unique(n));
      assert.deepEqual([found.status, codeOf(found)], [200, code]);
      assert.equal((await create('web', unique(n))).status, 201);
    }
  });

  test("keys belong to the side of their link's creator", async () => {
    for (const name of ['planted', 'found']) {
      const own = await create('server', { uri: name }, name);
      assert.equal(own.status, 201);
      assert.notEqual(codeOf(own), 'Planted');
      assert.equal(codeOf(await create('web', { uri: name }, name)), 'Planted');
    }
    assert.equal(codeOf(await create('server', { uri: 'trusted' }, 'trusted')), 'Trusted');
    assert.notEqual(codeOf(await create('web', { uri: 'trusted' }, 'trusted')), 'Trusted');
  });

  test('links of platform tokens are counted, with their creator', async () => {
    const sql = 'select links from platform_token_creates where app_id = ?';
    const [counted] = await service.app.ctx.db.all<{ links: number }>(sql, [APP.id]);
    const links = counted?.links ?? 0;
    assert.ok(links >= 2);
    const { json } = await service.request('GET', '/manage/v1/tokens');
    assert.equal(json.platform_links, links);
    for (const [code, kind, name] of [
      ['Planted', 'platform_token', tokenPrefix(tokens.web)],
      ['Trusted', 'server_token', tokenPrefix(tokens.server)],
      ['Command', 'command', null],
      ['Editor', 'member', null],
    ] as const) {
      const { created_by: by } = (await service.request('GET', `/manage/v1/smartlinks/${code}`))
        .json;
      assert.deepEqual([by.kind, by.name], [kind, name]);
    }
  });

  test('the setting has the safe value', async () => {
    const { json } = await service.request('GET', '/manage/v1/app');
    assert.deepEqual(json.platform_tokens, { create: 'own' });
  });
});
