import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { SCANNED_LINKS } from '../../src/storage/link-list.ts';
import { SHOP, startService, type Service } from '../harness.ts';
import { ENGINE } from '../store.ts';

describe('GET /manage/v1/smartlinks', () => {
  let service: Service;
  let other: string;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    other = (await createApp(service.app.ctx, 'other')).tokens.server;
    const make = (body: object, token = service.owner.tokens.server) =>
      service.request('POST', '/manage/v1/smartlinks', { body, token });
    await make({ uri: 'theirs/1', code: 'Theirs', tags: ['spring'], unique: true }, other);
    for (let i = 1; i <= 5; i++) {
      await make({ uri: `products/${i}`, code: `Link${i}`, tags: i % 2 === 1 ? ['odd'] : [] });
    }
    await make({ uri: 'about/100%_sure', code: 'About', unique: true, tags: ['odd', 'spring'] });
    await make({ uri: 'Link2', code: 'Late' });
    await make({ uri: 'gone', code: 'Gone', tags: ['odd'] });
    await service.request('DELETE', '/manage/v1/smartlinks/Gone');
    const body = { state: 'disabled' };
    await service.request('PATCH', '/manage/v1/smartlinks/Link4', { body });
  });

  const list = (query: string, token = service.owner.tokens.server) =>
    service.request('GET', `/manage/v1/smartlinks?${query}`, { token });
  const codes = async (query: string, token?: string): Promise<string[]> => {
    const { status, json, text } = await list(query, token);
    assert.equal(status, 200, text);
    assert.equal(json.next_cursor, null);
    return json.smartlinks.map(({ code }: { code: string }) => code);
  };
  const ALL = ['Late', 'About', 'Link5', 'Link4', 'Link3', 'Link2', 'Link1'];

  test('returns the links of the app as the single documents, newest first', async () => {
    assert.deepEqual(await codes(''), ALL);
    assert.deepEqual(await codes('sort=newest'), ALL);
    assert.deepEqual(await codes('sort=oldest'), ALL.toReversed());
    assert.deepEqual(await codes('', other), ['Theirs']);
    const { json } = await list('limit=1');
    const shown = await service.request('GET', '/manage/v1/smartlinks/Late');
    assert.deepEqual(json.smartlinks, [shown.json]);
  });

  for (const [query, expected] of [
    ['state=active', ['Late', 'About', 'Link5', 'Link3', 'Link2', 'Link1']],
    ['state=disabled', ['Link4']],
    ['state=deleted', ['Gone']],
    ['tag=odd', ['About', 'Link5', 'Link3', 'Link1']],
    ['tag=odd&state=deleted', ['Gone']],
    ['tag=spring', ['About']],
    ['tag=Odd', []],
    ['template=product', ['Link5', 'Link4', 'Link3', 'Link2', 'Link1']],
    ['template=other', []],
    ['unique=true', ['About']],
    ['unique=false', ['Late', 'Link5', 'Link4', 'Link3', 'Link2', 'Link1']],
    ['tag=odd&template=product&unique=false&state=active&sort=oldest', ['Link1', 'Link3', 'Link5']],
    ['q=products', ['Link5', 'Link4', 'Link3', 'Link2', 'Link1']],
    ['q=ducts/3', ['Link3']],
    ['q=Link', ['Late', 'Link5', 'Link4', 'Link3', 'Link2', 'Link1']],
    ['q=link', ['Late', 'Link5', 'Link4', 'Link3', 'Link2', 'Link1']],
    ['q=PRODUCTS/', ['Link5', 'Link4', 'Link3', 'Link2', 'Link1']],
    ['q=ink', ['Late']],
    ['q=Link2', ['Link2', 'Late']],
    ['q=100%25_', ['About']],
    ['q=about/100%25_sure&sort=oldest', ['About']],
    ['q=%25', ['About']],
    ['q=spring', ['About']],
    ['q=Theirs', []],
    ['q=theirs/1', []],
    ['q=Gone', []],
    ['q=Gone&state=deleted', ['Gone']],
    ['q=products&tag=odd', ['Link5', 'Link3', 'Link1']],
  ] as const) {
    test(`${query} finds ${expected.join(', ') || 'none'}`, async () => {
      assert.deepEqual(await codes(query), expected);
    });
  }

  test('finds a link by its address', async () => {
    const { host } = new URL(service.url);
    for (const address of [`${service.url}/Link2`, `${host}/Link2`, `https://${host}/link2/?a=1`]) {
      assert.deepEqual(await codes(`q=${encodeURIComponent(address)}`), ['Link2'], address);
    }
    const links = ['Link5', 'Link4', 'Link3', 'Link2', 'Link1'];
    assert.deepEqual(await codes(`q=${encodeURIComponent(`${host}/Lin`)}`), links);
    assert.deepEqual(await codes(`q=${encodeURIComponent(`${host}/`)}`), ALL);
  });

  for (const query of ['', 'sort=oldest', 'q=Link2', 'q=Link', 'tag=odd', 'tag=odd&sort=oldest']) {
    for (const limit of [1, 2, 3]) {
      test(`pages of ${limit} of "${query}" contain each link once`, async () => {
        const whole = await codes(query);
        const seen: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const { json } = await list(`${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
          seen.push(...json.smartlinks.map(({ code }: { code: string }) => code));
          assert.ok(json.smartlinks.length <= limit);
          cursor = json.next_cursor;
        }
        assert.deepEqual(seen, whole);
      });
    }
  }

  test('a new link does not shift pages', async () => {
    const fresh = await createApp(service.app.ctx, 'fresh');
    const token = fresh.tokens.server;
    const make = (uri: string) =>
      service.request('POST', '/v2/smartlinks', { body: { uri }, token });
    for (const uri of ['1', '2', '3']) await make(uri);
    const first = await list('limit=2', token);
    await make('4');
    const second = await list(`limit=2&cursor=${first.json.next_cursor}`, token);
    const uris = [first, second].flatMap(({ json }) =>
      json.smartlinks.map(({ uri }: { uri: string }) => uri),
    );
    assert.deepEqual(uris, ['3', '2', '1']);
  });

  test('a list scans a limited number of links, continues with its cursor, and does not delay visits', async () => {
    const fresh = await createApp(service.app.ctx, 'large');
    const token = fresh.tokens.server;
    const body = { uri: 'needle/1', unique: true };
    const made = await service.request('POST', '/v2/smartlinks', { token, body });
    const needle = made.json.smartlink.split('/').at(-1);
    const series =
      ENGINE === 'sqlite'
        ? `(with recursive s (n) as (select 1 union all select n + 1 from s where n < ${SCANNED_LINKS}) select n from s) as s`
        : `generate_series(1, ${SCANNED_LINKS}) as s (n)`;
    await service.app.ctx.db.transaction((tx) =>
      tx.run(
        `insert into links (code, app_id, uri, routes, tags, created_at)
         select 'hay' || n, ?, 'hay', '{}', '[]', 1 from ${series}`,
        [fresh.app.id],
      ),
    );
    const first = await list('unique=true', token);
    assert.deepEqual(first.json.smartlinks, []);
    const found: string[] = [];
    for (let cursor = first.json.next_cursor; cursor !== null;) {
      const { json } = await list(`unique=true&cursor=${cursor}`, token);
      found.push(...json.smartlinks.map(({ code }: { code: string }) => code));
      cursor = json.next_cursor;
    }
    assert.deepEqual(found, [needle]);
    const known = await list(`q=${needle}`, token);
    assert.equal(known.json.smartlinks[0].code, needle);

    // These requests are sent after the list, and must be answered before it.
    const visit = () => service.request('GET', `/${needle}`, { token: undefined });
    await Promise.all([visit(), visit()]);
    let answered: string[] = [];
    // A machine that pauses can delay one of them.
    for (let round = 0; round < 3 && answered[0] !== 'visit'; round++) {
      answered = [];
      await Promise.all([
        list('unique=true', token).then(() => answered.push('list')),
        visit().then(() => answered.push('visit')),
      ]);
    }
    assert.deepEqual(answered, ['visit', 'list']);
  });

  test('rejects invalid parameters', async () => {
    const wrong =
      'sort=best state=gone unique=1 q= tag= tag=a%00 template=%E2%80%AE limit=0 cursor=x';
    for (const query of [...wrong.split(' '), `q=${'x'.repeat(2049)}`]) {
      const { status, json } = await list(query);
      assert.deepEqual([status, json.code], [400, 'bad_request'], query.slice(0, 40));
      assert.deepEqual(
        json.errors.map(({ pointer }: { pointer: string }) => pointer),
        [`/query/${query.split('=')[0]}`],
      );
    }
  });

  test('reports all invalid parameters at once', async () => {
    const pointers = async (query: string): Promise<unknown[]> => {
      const { status, json } = await list(query);
      return [status, ...json.errors.map(({ pointer }: { pointer: string }) => pointer)];
    };
    assert.deepEqual(await pointers('limit=0&sort=best'), [400, '/query/limit', '/query/sort']);
    assert.deepEqual(await pointers('limit=0&srot=name'), [422, '/query/srot', '/query/limit']);
  });
});
