import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { createApp, type CreatedApp } from '../../src/actions/apps/create-app.ts';
import { startService, type Answer, type Service } from '../harness.ts';
import { idsOf } from './state.ts';

/** The privileges table covers names in paths; here they are elsewhere in a request. */
describe('another app', () => {
  let service: Service;
  let books: CreatedApp;
  const spent: { shop?: Redeemed; books?: Redeemed } = {};
  before(async () => {
    service = await startService({ CLICKS: 'off' });
    books = await createApp(service.app.ctx, 'books');
    spent.shop = await redeemed(service.owner);
    spent.books = await redeemed(books);
  });

  interface Redeemed {
    readonly code: string;
    readonly id: string;
  }

  const send = (app: CreatedApp, method: string, path: string, body?: object): Promise<Answer> =>
    service.request(method, path, {
      token: path.startsWith('/client') ? app.tokens.web : app.tokens.server,
      ...(body === undefined ? {} : { body }),
    });
  const redeem = (app: CreatedApp, smartlink: string, redemption_id: string) =>
    send(app, 'POST', '/client/v1/redemptions', { smartlink, redemption_id });

  async function redeemed(app: CreatedApp): Promise<Redeemed> {
    const uri = 'same/uri';
    const body = { uri, tags: ['same'], metadata: { a: app.app.name } };
    const { json } = await send(app, 'POST', '/manage/v1/smartlinks', body);
    const id = randomUUID();
    assert.equal((await redeem(app, json.code, id)).status, 200);
    return { code: json.code, id };
  }

  test('has its own redemptions', async () => {
    const [own, other] = [spent.books!, spent.shop!];
    for (const [code, id] of [
      [own.code, other.id],
      [other.code, own.id],
      [other.code, other.id],
    ]) {
      const path = `/manage/v1/smartlinks/${code}/redemptions/${id}/give-back`;
      assert.equal((await send(books, 'POST', path)).status, 404, path);
    }
    const ledger = await send(books, 'GET', `/manage/v1/smartlinks/${own.code}/redemptions`);
    assert.deepEqual(
      ledger.json.redemptions.map((one: Record<string, unknown>) => one.redemption_id),
      [own.id],
    );
    assert.equal((await redeem(books, other.code, randomUUID())).status, 404);
    // The id is free here, although another app uses it, and the response discloses nothing about
    // that app.
    const { code } = await redeemed(books);
    const again = await redeem(books, code, other.id);
    assert.deepEqual([again.status, again.json.metadata], [200, { a: 'books' }]);
  });

  test('is in no list, for any search and any cursor', async () => {
    const names = await idsOf(service, service.owner.app.id);
    assert.ok(names.length > 5);
    const pages = [];
    for (const list of ['smartlinks', 'tokens', 'audit-log']) {
      const { json } = await send(service.owner, 'GET', `/manage/v1/${list}?limit=1`);
      if (json.next_cursor !== null) pages.push(`${list}?cursor=${json.next_cursor}`);
    }
    assert.ok(pages.length >= 2, pages.join());
    const { code } = spent.shop!;
    const searches = [`q=${code}`, 'q=same', 'q=same/uri', 'tag=same', 'sort=oldest'];
    for (const path of [...pages, ...searches.map((query) => `smartlinks?${query}`), 'tags']) {
      const { status, text } = await send(books, 'GET', `/manage/v1/${path}`);
      assert.equal(status, 200, path);
      for (const name of names) assert.ok(!text.includes(name), `${path}: ${text}`);
    }
  });

  test('has its own keys and unique links', async () => {
    const headers = { 'idempotency-key': 'the-same-key' };
    const made = await Promise.all(
      [service.owner, books].map(({ tokens }) =>
        service.request('POST', '/v2/smartlinks', {
          token: tokens.server,
          headers,
          body: { uri: 'one', unique: true },
        }),
      ),
    );
    assert.deepEqual(
      made.map(({ status }) => status),
      [201, 201],
    );
    assert.equal(new Set(made.map(({ json }) => json.smartlink)).size, 2);
  });
});
