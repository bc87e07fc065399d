import assert from 'node:assert/strict';
import { get } from 'node:http';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import type { ClickBatches, SingleClicksQuery } from '../../src/storage/clicks/click-reader.ts';
import { startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { storeClicks } from '../store-clicks.ts';
import { newMigratedStore } from '../store.ts';
import { clickYear } from './click-year.ts';

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

describe('clicks over HTTP', () => {
  let service: Service;
  let code: string;
  let other: string;
  before(async () => {
    service = await startService();
    other = (await createApp(service.app.ctx, 'other')).tokens.server;
    ({ code } = await service.create({ uri: 'https://shop.example/a' }));
  });

  const request = (path: string, token = service.owner.tokens.server) =>
    service.request('GET', `/manage/v1/${path}`, { token });
  const visit = (userAgent: string, query = '') =>
    service.request('GET', `/${code}${query}`, {
      token: undefined,
      headers: { 'user-agent': userAgent, 'accept-language': 'de', referer: 'https://t.example/x' },
    });

  test('shows the visits of a link at once', async () => {
    for (let i = 0; i < 3; i++) await visit(BROWSER, '?utm_campaign=spring');
    await visit('curl/8.0');
    const query = 'by=kind,campaign,language,referrer,browser&limit=5';
    const { json } = await request(`smartlinks/${code}/clicks?${query}`);
    assert.deepEqual(json.totals, { clicks: 3, visitors: 1, other: 1 });
    assert.deepEqual(json.funnel, { visits: 3, store: 0, opened: 0, redeemed: 0 });
    assert.deepEqual(json.lifetime, json.totals);
    assert.equal(json.series.length, 30);
    const { start: _, ...today } = json.series.at(-1);
    assert.deepEqual(today, json.totals);
    assert.equal(json.previous, null);
    const people = { clicks: 3, visitors: 1, other: 0 };
    assert.deepEqual(json.breakdowns.campaign[0], { value: 'spring', ...people });
    assert.deepEqual(json.breakdowns.browser[0], { value: 'Chrome', ...people });
    assert.deepEqual(json.breakdowns.kind, [
      { value: 'human', ...people },
      { value: 'tool', clicks: 0, visitors: 0, other: 1 },
    ]);
    assert.deepEqual(json.recording, { raw_days: 90, months: 25 });
    const app = await request('clicks');
    assert.deepEqual(app.json.totals, json.totals);
    const links = await request(`clicks/links?codes=${code},Nothing`);
    assert.deepEqual(
      links.json.links.map((link: { clicks: number }) => link.clicks),
      [3, 0],
    );
    const settings = await request('clicks/settings');
    assert.deepEqual(settings.json.since_start, {
      recorded: 4,
      stored: 4,
      waiting: 0,
      lost: { buffer_full: 0, store_failed: 0, store_timeout: 0, stopped: 0 },
    });
    const hour = await request('clicks?from=2020-01-01T00:00:00Z&to=2020-01-01T01:00:00Z');
    assert.deepEqual([hour.json.unit, hour.json.series.length], ['hour', 1]);
  });

  test('shows no clicks of another app', async () => {
    const link = await request(`smartlinks/${code}/clicks`, other);
    assert.deepEqual([link.status, link.json.code], [404, 'not_found']);
    const app = await request('clicks?by=kind', other);
    const none = { clicks: 0, visitors: 0, other: 0 };
    assert.deepEqual([app.json.totals, app.json.lifetime], [none, none]);
    assert.deepEqual(app.json.breakdowns, { kind: [] });
    const links = await request(`clicks/links?codes=${code}`, other);
    assert.equal(links.json.links[0].clicks, 0);
    for (const by of ['tags', 'templates']) {
      const { json } = await request(`clicks/${by}`, other);
      assert.deepEqual([json[by], json.counted_links, json.complete], [[], 0, true]);
    }
    const exported = await request('clicks/export?format=ndjson', other);
    assert.deepEqual([exported.status, exported.text], [200, '']);
  });

  for (const [query, pointer] of [
    ['clicks?from=yesterday', '/query/from'],
    ['clicks?from=2026-02-30', '/query/from'],
    ['clicks?to=2026-11-01T00:00:00+01:00', '/query/to'],
    ['clicks?from=2026-11-02&to=2026-11-01', '/query/from'],
    ['clicks?time_zone=Mars', '/query/time_zone'],
    ['clicks?unit=minute', '/query/unit'],
    ['clicks?unit=hour&country=DE', '/query/unit'],
    ['clicks?from=2026-01-01&to=2026-06-01&unit=hour', '/query/unit'],
    ['clicks?by=kind,shoe', '/query/by'],
    ['clicks?shoe=1', '/query/shoe'],
    ['clicks/links?from=2024-01-01&to=2025-12-31', '/query/from'],
    [`clicks/links?codes=${Array.from({ length: 101 }, (_, i) => i).join(',')}`, '/query/codes'],
    ['clicks/tags?from=2024-01-01&to=2025-12-31', '/query/from'],
    ['clicks/templates?from=x', '/query/from'],
    ['clicks/export?from=x', '/query/from'],
  ] as const) {
    test(`${query.slice(0, 60)} is refused`, async () => {
      const { status, json } = await request(query);
      assert.deepEqual([status, json.code], [422, 'validation_failed']);
      assert.equal(json.errors[0].pointer, pointer);
    });
  }

  for (const query of [
    'clicks?kind=person',
    'clicks?unit=year',
    'clicks?limit=101',
    'clicks/tags?limit=0',
    'clicks?campaign=a%00',
    `clicks?referrer=${'x'.repeat(256)}`,
    'clicks/export?format=xml',
  ]) {
    test(`${query.slice(0, 40)} cannot be read`, async () => {
      const { status, json } = await request(query);
      assert.deepEqual([status, json.code], [400, 'bad_request']);
    });
  }

  test('an export names its file and its type', async () => {
    const { headers, text } = await request('clicks/export?from=2026-01-01&to=2026-01-31');
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(
      headers.get('content-disposition'),
      'attachment; filename="clicks-2026-01-01-2026-01-31.csv"',
    );
    assert.match(text, /^at,code,kind,.*,visitor_of_link,visitor_of_app\r\n$/);
  });

  test('without recording, every request says so', async () => {
    const off = await startService({ CLICKS: 'off' });
    const link = await off.create({ uri: 'a' });
    for (const path of [
      'clicks',
      `smartlinks/${link.code}/clicks`,
      'clicks/links',
      'clicks/tags',
      'clicks/templates',
      'clicks/settings',
      'clicks/export',
    ]) {
      const { status, json } = await off.request('GET', `/manage/v1/${path}`);
      assert.deepEqual([status, json.code], [404, 'clicks_off'], path);
    }
  });
});

describe('a large export', () => {
  const NOW = Date.parse('2026-11-23T12:00:00Z');
  const COUNT = 40_000;

  test('is sent at the pace of the client, and ends when the client leaves', async () => {
    const DATABASE_URL = await newMigratedStore();
    const service = await startService({ DATABASE_URL }, { now: () => NOW });
    const { reader } = service.app.ctx.clicks ?? assert.fail();
    const apps = [{ id: service.owner.app.id, codes: ['Hot'] }];
    const clicks = clickYear({ from: NOW - 86_400_000, to: NOW, count: COUNT, apps });
    await storeClicks(
      DATABASE_URL,
      clicks.map(({ click }) => click),
    );
    let reads = 0;
    async function* counted(batches: ClickBatches): ClickBatches {
      for await (const batch of batches) {
        reads++;
        yield batch;
      }
    }
    const singleClicks = reader.singleClicks.bind(reader);
    Object.assign(reader, {
      singleClicks: async (query: SingleClicksQuery) => counted(await singleClicks(query)),
    });
    const url = new URL('/manage/v1/clicks/export?format=ndjson', service.url);
    const headers = { authorization: `Token ${service.owner.tokens.server}` };
    const response = await new Promise<import('node:http').IncomingMessage>((resolve) => {
      get(url, { headers, agent: false }, resolve);
    });
    assert.equal(response.statusCode, 200);
    response.pause();
    // Nobody reads: the service stops when the buffers of the connection are full.
    const stopped = await quiet(() => reads);
    assert.ok(stopped < COUNT / 2000, `${stopped} reads`);
    response.destroy();
    await quiet(() => reads);
    assert.ok(reads <= stopped + 1, `${reads} reads after ${stopped}`);
    const whole = await service.request('GET', url.pathname + url.search);
    assert.equal(whole.text.trimEnd().split('\n').length, COUNT);
  });

  /** Waits until a number has not changed for half a second. */
  async function quiet(value: () => number): Promise<number> {
    let [last, since] = [value(), Date.now()];
    await eventually('no more reads', () => {
      if (value() !== last) [last, since] = [value(), Date.now()];
      return Date.now() - since > 500;
    });
    return last;
  }
});
