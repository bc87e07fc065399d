import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { BLOCK_LINKS } from '../../src/domain/search/block.ts';
import {
  completeBlock,
  indexedBlocks,
  listSearchChanges,
  noteSearchChange,
  type SearchChange,
} from '../../src/storage/search-index.ts';
import { parseLinkQuery } from '../../src/domain/search/link-query.ts';
import { scanLinks, type ListedLink } from '../../src/storage/link-list.ts';
import { startService, type Answer, type Service } from '../harness.ts';
import { writeSearchIndex } from '../search-index.ts';
import { ENGINE } from '../store.ts';

/** Links without anything to find, which complete a block. */
const HAY = BLOCK_LINKS;

const LINK = {
  uri: 'https://shop.example/Teapots?size=XL',
  code: 'Needle7',
  name: 'Poster Frühling',
  note: 'Ordered by Léa,\nuntil May. İZMİR, oak 5\u212a\u037e',
  tags: ['Spring', 'Großplakat'],
  social: { title: 'Blue teapot', description: 'Ceramics' },
  metadata: { coupon: 'WELCOME', list: [{ deep: 'Innermost' }], left: 4711 },
};

/** Each finds `LINK` alone. */
const QUERIES = [
  'needle7',
  'NEEDLE',
  'shop.example/teapots',
  'TEAPOTS?SIZE',
  'poster früh',
  'FRÜHLING',
  'ordered by léa',
  'until may',
  'spring',
  'GROßPLAKAT',
  'blue teapot',
  'welcome',
  'innermost',
  '?',
  'ß',
  'XL',
  'éa',
  'İZMİR',
  'zmi',
  'oak 5k;',
];

describe('a search of links', () => {
  let service: Service;
  let other: string;

  const search = async (query: string, token = service.owner.tokens.server): Promise<Answer> => {
    const answer = await service.request('GET', `/manage/v1/smartlinks?${query}`, { token });
    const { smartlinks, next_cursor: next } = answer.json;
    if (smartlinks?.length !== 0 || next === null) return answer;
    // The time for a scan was over before it had found anything.
    return search(`${query.replace(/&cursor=.*/, '')}&cursor=${next}`, token);
  };
  const codes = ({ json }: Answer): string[] =>
    json.smartlinks.map(({ code }: { code: string }) => code);
  const q = (text: string): string => `q=${encodeURIComponent(text)}`;
  const change = (code: string, body: object): Promise<Answer> =>
    service.request('PATCH', `/manage/v1/smartlinks/${code}`, { body });

  /** Inserts old links of both apps. */
  const fill = async (name: string, count: number): Promise<void> => {
    const apps = [service.owner.app.id, (await createApp(service.app.ctx, name)).app.id];
    const series =
      ENGINE === 'sqlite'
        ? `(with recursive s (n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s) as s`
        : `generate_series(1, ${count}) as s (n)`;
    await service.app.ctx.db.transaction((tx) =>
      tx.run(
        `insert into links (code, app_id, uri, routes, tags, created_at)
         select '${name}' || n, case when n % 2 = 0 then ? else ? end, 'hay/' || n, '{}', '[]', 1
         from ${series}`,
        apps,
      ),
    );
  };

  before(async () => {
    service = await startService({ CLICKS: 'off' });
    await service.apply({
      apps: [
        { name: service.owner.app.name, platforms: { web: { base: 'https://shop.example' } } },
      ],
    });
    other = (await createApp(service.app.ctx, 'theirs')).tokens.server;
    const theirs = { body: { ...LINK, code: 'Theirs7' }, token: other };
    assert.equal((await service.request('POST', '/manage/v1/smartlinks', theirs)).status, 201);
    const made = await service.request('POST', '/manage/v1/smartlinks', { body: LINK });
    assert.equal(made.status, 201, made.text);
  });

  const assertFound = async (): Promise<void> => {
    for (const text of QUERIES) {
      const { json } = await search(q(text));
      assert.deepEqual(codes({ json } as Answer), ['Needle7'], text);
      assert.equal(json.next_cursor, null, text);
      assert.deepEqual(codes(await search(`${q(text)}&sort=oldest`)), ['Needle7'], text);
    }
    for (const text of ['ceramics', '4711', 'coupon', 'edle7', 'teapots!']) {
      assert.deepEqual(codes(await search(q(text))), [], text);
    }
    for (const host of [service.url, service.url.replace('http://', '')]) {
      assert.deepEqual(codes(await search(q(`${host}/needle`))), ['Needle7']);
    }
    assert.deepEqual(codes(await search(q('blue teapot'), other)), ['Theirs7']);
    assert.deepEqual(codes(await search(`${q('teapot')}&tag=Spring`)), ['Needle7']);
    assert.deepEqual(codes(await search(`${q('teapot')}&tag=spring`)), []);
    assert.deepEqual(codes(await search(`${q('teapot')}&state=disabled`)), []);
  };

  test('finds a link before it is in the index', assertFound);

  test('finds it in the index, and newer links without', async () => {
    await fill('hay', HAY);
    assert.equal(await indexedBlocks(service.app.ctx.db), 0);
    await writeSearchIndex(service.app.ctx.db);
    assert.equal(await indexedBlocks(service.app.ctx.db), 1);
    await assertFound();
    const made = await service.request('POST', '/manage/v1/smartlinks', {
      body: { uri: 'new', code: 'Newest7', name: 'Another needle7, poster' },
    });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(codes(await search(q('poster'))), ['Newest7', 'Needle7']);
    assert.deepEqual(codes(await search(`${q('poster')}&sort=oldest`)), ['Needle7', 'Newest7']);
    // The exact code first.
    assert.deepEqual(codes(await search(q('Needle7'))), ['Needle7', 'Newest7']);
  });

  test('returns the same links in pages of any size, in both orders', async () => {
    for (const sort of ['newest', 'oldest']) {
      // On a busy machine, a page can end before it is full.
      const first100 = async (limit: number): Promise<string[]> => {
        const seen: string[] = [];
        for (let cursor = ''; seen.length < 100;) {
          const page = await search(`${q('hay/1')}&sort=${sort}&limit=${limit}${cursor}`);
          assert.ok(codes(page).length <= limit);
          seen.push(...codes(page));
          assert.notEqual(page.json.next_cursor, null);
          cursor = `&cursor=${page.json.next_cursor}`;
        }
        return seen.slice(0, 100);
      };
      const expected = await first100(100);
      assert.equal(new Set(expected).size, 100);
      assert.deepEqual(await first100(11), expected);
    }
  });

  test('continues where a scan ended because its time was over', async () => {
    const scan = { except: [], limit: 100 };
    let most = 0;
    for (const text of ['hay/40', 'needle', 'nowhere', '?', 'zz']) {
      const filter = { query: parseLinkQuery(text, []) };
      for (const oldestFirst of [false, true]) {
        const read = (from: number | undefined, milliseconds?: number) =>
          scanLinks(
            service.app.ctx.db,
            service.owner.app.id,
            { ...scan, filter, oldestFirst, from },
            milliseconds,
          );
        const whole = await read(undefined, Infinity);
        assert.equal(whole.end, undefined);
        const links: ListedLink[] = [];
        let [from, scans]: [number | undefined, number] = [undefined, 0];
        do {
          const part = await read(from, 0);
          links.push(...part.links);
          from = part.end;
          scans++;
        } while (from !== undefined);
        assert.deepEqual(links, whole.links);
        most = Math.max(most, scans);
      }
    }
    assert.ok(most > 1);
  });

  test('finds changed links by what they have now', async () => {
    const [first] = codes(await search(q('hay/2000')));
    assert.equal(first, 'hay2000');
    await change('hay2000', { name: 'Renamed haystack', tags: ['harvest'] });
    assert.deepEqual(codes(await search(q('haystack'))), ['hay2000']);
    assert.deepEqual(codes(await search(`${q('hay/2000')}&tag=harvest`)), ['hay2000']);
    await change('hay2000', { name: 'Renamed' });
    assert.deepEqual(codes(await search(q('haystack'))), []);
    assert.deepEqual(codes(await search(q('harvest'))), ['hay2000']);
  });

  test('has a block written again after many changes', async () => {
    const changed = Array.from({ length: 70 }, (_, index) => `hay${2 * (index + 1)}`);
    for (const code of changed) await change(code, { note: `changed ${code}` });
    await writeSearchIndex(service.app.ctx.db);
    const [row] = await service.app.ctx.db.all<{ left: number }>(
      'select count(*) as "left" from search_changes where link_id < ?',
      [BLOCK_LINKS],
    );
    // The block can have been written during the changes, too.
    assert.ok(Number(row?.left) < 64, `${row?.left} changes are not in the index`);
    assert.deepEqual(codes(await search(q('changed hay140'))), ['hay140']);
    assert.deepEqual(codes(await search(q('harvest'))), ['hay2000']);
    const found: string[] = [];
    for (let cursor = '', next; next !== null; cursor = `&cursor=${next}`) {
      const page = await search(`${q('changed hay')}&limit=100${cursor}`);
      found.push(...codes(page));
      next = page.json.next_cursor;
    }
    assert.equal(found.length, 70);
    await assertDisabledIsFound();
  });

  const notedChanges = async (): Promise<SearchChange[]> =>
    listSearchChanges(service.app.ctx.db, 0, BLOCK_LINKS);

  test('keeps a change that a block does not contain', async () => {
    const { db } = service.app.ctx;
    for (const code of ['hay2', 'hay4']) await change(code, { note: 'once' });
    const noted = await notedChanges();
    assert.ok(noted.length >= 2);
    await change('hay4', { note: 'twice' });
    await db.transaction((tx) => completeBlock(tx, 0, 1, noted));
    const [left, ...others] = await notedChanges();
    assert.deepEqual(others, []);
    assert.equal(left?.version, Math.max(...noted.map(({ version }) => version)) + 1);
  });

  // SQLite has one writer.
  if (ENGINE === 'postgres') {
    test('completes a block although one of its links is being changed', async () => {
      const { db } = service.app.ctx;
      for (const code of ['hay2', 'hay4']) await change(code, { note: 'before' });
      const noted = await notedChanges();
      await db.transaction(async (changing) => {
        await noteSearchChange(changing, 'hay4');
        await db.transaction((tx) => completeBlock(tx, 0, 1, noted), 'none');
      }, 'none');
      assert.equal((await notedChanges()).length, 1);
    });
  }

  const assertDisabledIsFound = async (): Promise<void> => {
    await change('hay140', { state: 'disabled' });
    assert.deepEqual(codes(await search(`${q('changed hay140')}&state=disabled`)), ['hay140']);
    await service.request('DELETE', '/manage/v1/smartlinks/hay140');
    assert.deepEqual(codes(await search(q('changed hay140'))), []);
    assert.deepEqual(codes(await search(`${q('changed hay140')}&state=deleted`)), ['hay140']);
  };
});
