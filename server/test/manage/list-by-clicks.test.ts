import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { MAX_RANKED } from '../../src/actions/links/click-ranking.ts';
import type { Click } from '../../src/storage/clicks/batch.ts';
import { startService, type Service } from '../harness.ts';
import { clicksSettled } from '../clicks/settled.ts';
import { eventually } from '../processes.ts';
import { newMigratedStore } from '../store.ts';
import { storeClicks } from '../store-clicks.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const DAY_MS = 86_400_000;

/** Clicks on a link some days ago, each of another person or another bot. */
function clicksOn(code: string, appId: string, count: number, daysAgo = 0, isBot = false): Click[] {
  const kind = isBot ? 'bot' : 'human';
  return Array.from({ length: count }, (_, index) => ({
    at: NOW - daysAgo * DAY_MS - index,
    code,
    appId,
    outcome: 'redirect' as const,
    kind,
    device: 'desktop' as const,
    agent: { kind, browser: '', inApp: '', userAgent: `${kind} ${index}` },
    language: '',
    referrer: '',
    campaign: { campaign: '', source: '', medium: '' },
    network: `10.0.${index}`,
    isHashed: !isBot,
  }));
}

describe('links in the order of their clicks', () => {
  let service: Service;
  const store = async (clicks: readonly Click[]): Promise<void> => {
    await storeClicks(
      DATABASE_URL,
      clicks.toSorted((a, b) => a.at - b.at),
    );
  };
  let DATABASE_URL: string;
  before(async () => {
    DATABASE_URL = await newMigratedStore();
    // Clicks are stored because a list asks for them, not because of the time.
    service = await startService({ DATABASE_URL, CLICKS_FLUSH_SECONDS: '60' }, { now: () => NOW });
    const { id } = service.owner.app;
    for (const [code, tags] of [
      ['Aaaa', ['x']],
      ['Bbbb', []],
      ['Cccc', ['x']],
      ['Dddd', []],
      ['Eeee', ['x']],
      ['Ffff', []],
    ] as const) {
      const body = { uri: `products/${code}`, code, tags };
      const made = await service.request('POST', '/manage/v1/smartlinks', { body });
      assert.equal(made.status, 201);
    }
    await service.request('PATCH', '/manage/v1/smartlinks/Dddd', { body: { state: 'disabled' } });
    await store([
      ...clicksOn('Aaaa', id, 3),
      ...clicksOn('Aaaa', id, 4, 20),
      ...clicksOn('Bbbb', id, 5, 6),
      // Older than seven and thirty days.
      ...clicksOn('Bbbb', id, 9, 40),
      ...clicksOn('Cccc', id, 6, 7),
      ...clicksOn('Dddd', id, 4),
      ...clicksOn('Ffff', id, 50, 0, true),
    ]);
  });

  const list = (query: string, token = service.owner.tokens.server) =>
    service.request('GET', `/manage/v1/smartlinks?${query}`, { token });
  const codesOf = ({ json }: { json: { smartlinks: { code: string }[] } }): string[] =>
    json.smartlinks.map(({ code }) => code);

  for (const [query, expected] of [
    ['sort=clicks_7d', ['Bbbb', 'Dddd', 'Aaaa', 'Ffff', 'Eeee', 'Cccc']],
    ['sort=clicks_30d', ['Aaaa', 'Cccc', 'Bbbb', 'Dddd', 'Ffff', 'Eeee']],
    ['sort=clicks_30d&tag=x', ['Aaaa', 'Cccc', 'Eeee']],
    ['sort=clicks_7d&state=active', ['Bbbb', 'Aaaa', 'Ffff', 'Eeee', 'Cccc']],
    ['sort=clicks_7d&state=disabled', ['Dddd']],
    ['sort=clicks_30d&q=products/Eeee', ['Eeee']],
    ['sort=clicks_30d&q=Ffff', ['Ffff']],
    ['sort=clicks_30d&q=products', ['Aaaa', 'Cccc', 'Bbbb', 'Dddd', 'Ffff', 'Eeee']],
    ['sort=clicks_30d&unique=true', []],
    ['sort=clicks_30d&state=deleted', []],
  ] as const) {
    test(query, async () => {
      const whole = await list(query);
      assert.equal(whole.status, 200, whole.text);
      assert.deepEqual(codesOf(whole), expected);
      assert.equal(whole.json.next_cursor, null);
      for (const limit of [1, 2, 3, 4]) {
        const seen: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const page = await list(`${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
          assert.ok(codesOf(page).length <= limit);
          seen.push(...codesOf(page));
          cursor = page.json.next_cursor;
        }
        assert.deepEqual(seen, expected, `pages of ${limit}`);
      }
    });
  }

  test('a link that the text names comes first, also if it fills the page', async () => {
    const body = { uri: 'Aaaa', code: 'Named' };
    await service.request('POST', '/manage/v1/smartlinks', { body });
    const query = 'sort=clicks_30d&q=Aaaa';
    assert.deepEqual(codesOf(await list(query)), ['Aaaa', 'Named']);
    const first = await list(`${query}&limit=1`);
    assert.deepEqual(codesOf(first), ['Aaaa']);
    const second = await list(`${query}&limit=1&cursor=${first.json.next_cursor}`);
    assert.deepEqual(codesOf(second), ['Named']);
    await service.request('DELETE', '/manage/v1/smartlinks/Named');
  });

  test('more exact matches than fit into a page follow on the next one', async () => {
    const body = { uri: 'both', code: 'Hhhh', external_id: 'Gggg' };
    for (const one of [{ uri: 'x', code: 'Gggg' }, body])
      assert.equal(
        (await service.request('POST', '/manage/v1/smartlinks', { body: one })).status,
        201,
      );
    const query = 'sort=clicks_30d&q=Gggg';
    assert.deepEqual(codesOf(await list(query)), ['Gggg', 'Hhhh']);
    const first = await list(`${query}&limit=1`);
    assert.deepEqual(codesOf(first), ['Gggg']);
    const second = await list(`${query}&limit=1&cursor=${first.json.next_cursor}`);
    assert.deepEqual(codesOf(second), ['Hhhh']);
    for (const code of ['Gggg', 'Hhhh'])
      await service.request('DELETE', `/manage/v1/smartlinks/${code}`);
  });

  test('new clicks count at once', async () => {
    const fresh = await createApp(service.app.ctx, 'fresh');
    const token = fresh.tokens.server;
    for (const code of ['Early', 'Later']) {
      await service.request('POST', '/manage/v1/smartlinks', { token, body: { uri: 'a', code } });
    }
    assert.deepEqual(codesOf(await list('sort=clicks_7d', token)), ['Later', 'Early']);
    await clicksSettled(service);
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/140.0';
    await service.request('GET', '/Early', {
      token: undefined,
      headers: { 'user-agent': userAgent },
    });
    // A list does not wait longer than two seconds for its clicks, and a busy machine can need more.
    await eventually('the click counts', async () => {
      const [first] = codesOf(await list('sort=clicks_7d', token));
      return first === 'Early';
    });
    assert.deepEqual(codesOf(await list('sort=clicks_7d', token)), ['Early', 'Later']);
  });

  test(`of more than ${MAX_RANKED} links, the best are in order and the others follow by age`, async () => {
    const large = await createApp(service.app.ctx, 'large');
    const [id, token] = [large.app.id, large.tokens.server];
    const codes = Array.from(
      { length: MAX_RANKED + 30 },
      (_, index) => `Many${String(index).padStart(4, '0')}`,
    );
    for (let made = 0; made < codes.length; made += 200) {
      const links = codes.slice(made, made + 200).map((code) => ({ uri: 'a', code }));
      const body = { links };
      await service.request('POST', '/manage/v1/smartlinks/bulk', { token, body });
    }
    // The first thirty have one click, all others two to six.
    const clicks = new Map(
      codes.map((code, index) => [code, index < 30 ? 1 : 2 + (index % 5)] as const),
    );
    await store([...clicks].flatMap(([code, count]) => clicksOn(code, id, count)));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list(`sort=clicks_30d&limit=100${cursor && `&cursor=${cursor}`}`, token);
      assert.equal(page.status, 200, page.text);
      seen.push(...codesOf(page));
      cursor = page.json.next_cursor;
    }
    assert.equal(new Set(seen).size, codes.length);
    assert.equal(seen.length, codes.length);
    const counts = seen.map((code) => clicks.get(code) ?? 0);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
    );
    const newest = await list('limit=100', token);
    const all = codesOf(newest);
    for (let next = newest.json.next_cursor; next !== null;) {
      const page = await list(`limit=100&cursor=${next}`, token);
      all.push(...codesOf(page));
      next = page.json.next_cursor;
    }
    const rest = new Set(codes.slice(0, 30));
    assert.deepEqual(
      seen.slice(MAX_RANKED),
      all.filter((code) => rest.has(code)),
    );
  });

  for (const cursor of ['x', '1-', '-1', '1-2-3', '1-x']) {
    test(`the cursor ${cursor} is refused`, async () => {
      const { status, json } = await list(`sort=clicks_7d&cursor=${cursor}`);
      assert.deepEqual([status, json.code], [400, 'bad_request']);
    });
  }

  test('a cursor of the ranking belongs to it', async () => {
    const { json } = await list('sort=clicks_30d&limit=1');
    const { status } = await list(`cursor=${json.next_cursor}`);
    assert.equal(status, 400);
  });

  test('without the click store, the request says so, and other orders work', async () => {
    const off = await startService({ CLICKS: 'off' });
    const refused = await off.request('GET', '/manage/v1/smartlinks?sort=clicks_7d');
    assert.deepEqual([refused.status, refused.json.code], [404, 'clicks_off']);
    assert.equal((await off.request('GET', '/manage/v1/smartlinks')).status, 200);
    const unavailable = await startService({ CLICKS_URL: 'sqlite:/dev/null/clicks.db' });
    const failed = await unavailable.request('GET', '/manage/v1/smartlinks?sort=clicks_7d');
    assert.deepEqual([failed.status, failed.json.code], [503, 'store_unavailable']);
    assert.equal((await unavailable.request('GET', '/manage/v1/smartlinks')).status, 200);
  });
});
