import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { MAX_CHANGES } from '../../src/actions/clicks/click-marks.ts';
import { appendAudit } from '../../src/storage/audit-log.ts';
import type { ClickBatches, SingleClicksQuery } from '../../src/storage/clicks/click-reader.ts';
import { noonClock } from '../clicks/noon-clock.ts';
import { clicksSettled } from '../clicks/settled.ts';
import { startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { storeClicks } from '../store-clicks.ts';
import { newMigratedStore } from '../store.ts';
import { clickYear } from './click-year.ts';
import { memberOf } from './people.ts';

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

describe('clicks over HTTP', () => {
  let service: Service;
  let code: string;
  let other: string;
  const now = noonClock();
  before(async () => {
    // Clicks are stored because a report asks for them, not because of the time.
    service = await startService({ CLICKS_FLUSH_SECONDS: '60' }, { now });
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
    const path = `smartlinks/${code}/clicks?${query}`;
    // A report does not wait longer than two seconds for its clicks, and a busy machine can need more.
    await eventually('all are counted', async () => {
      const { clicks, other: rest } = (await request(path)).json.totals;
      return clicks + rest === 4;
    });
    const { json } = await request(path);
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
    const others = await request(`smartlinks/${code}/clicks?by=kind,browser&limit=1&sort=other`);
    assert.equal(others.json.breakdowns.kind[0].value, 'tool');
    assert.equal(others.json.breakdowns.browser[0].value, '');
    assert.deepEqual(json.recording, { raw_days: 90, months: 25 });
    const app = await request('clicks');
    assert.deepEqual(app.json.totals, json.totals);
    const links = await request(`clicks/links?codes=${code},Nothing`);
    assert.deepEqual(
      links.json.links.map((link: { clicks: number }) => link.clicks),
      [3, 0],
    );
    const settings = await request('clicks/settings');
    assert.equal(settings.json.raw_deleted_by, 'month');
    // No totals: they would be those of all apps.
    assert.deepEqual(settings.json.since_start, { lost: [], behind: false });
    for (const [date, unit] of [
      [new Date(now() - 5 * 86_400_000).toISOString().slice(0, 10), 'hour'],
      ['2020-01-01', 'day'],
    ] as const) {
      const day = await request(`clicks?from=${date}T00:00:00Z&to=${date}T01:00:00Z`);
      assert.deepEqual([day.json.unit, day.json.series.length], [unit, 1]);
    }
  });

  test('names the days of a breakdown that counts more than the minutes of the series', async () => {
    const at = (minutes: number): string => new Date(now() + minutes * 60_000).toISOString();
    const minutes = `from=${at(-10)}&to=${at(1)}&unit=minute`;
    const daysOf = async (query: string): Promise<unknown> => {
      const { status, text, json } = await request(`clicks?${minutes}&${query}`);
      assert.equal(status, 200, text);
      return json.breakdown_days;
    };
    assert.equal(await daysOf('campaign=spring'), null);
    assert.equal(await daysOf('by=platform'), null);
    for (const query of ['campaign=spring&by=platform', 'by=campaign']) {
      const days = await daysOf(query);
      assert.ok([at(-10), at(0)].some((day) => day.startsWith((days as { to: string }).to)));
    }
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
    ['clicks?from=2020-01-01&to=2020-01-02&unit=hour', '/query/unit'],
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
    'clicks?country=Germany',
    'clicks?country=de',
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

  test('an export has no formula, whatever the separator of the spreadsheet is', async () => {
    const link = (await service.create({ uri: 'https://shop.example/formula' })).code;
    const campaign = encodeURIComponent('spring;=1+1');
    await service.request('GET', `/${link}?utm_campaign=${campaign}`, {
      token: undefined,
      headers: { 'user-agent': BROWSER },
    });
    const exported = async (format: string): Promise<string> =>
      (await request(`clicks/export?format=${format}&code=${link}`)).text;
    await eventually('the click', async () => (await exported('ndjson')) !== '');
    assert.equal(JSON.parse(await exported('ndjson')).campaign, 'spring;=1+1');
    const csv = await exported('csv');
    assert.ok(csv.includes(",spring;'=1+1,"), csv);
  });

  test('exports by times have each click once', async () => {
    const exported = async (query: string): Promise<{ at: string }[]> => {
      const { text } = await request(`clicks/export?format=ndjson${query}`);
      return text.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));
    };
    const all = await exported('');
    const middle = all.at(-1)?.at;
    const earlier = await exported(`&to=${middle}`);
    const later = await exported(`&from=${middle}`);
    assert.ok(later.length > 0);
    assert.deepEqual([...earlier, ...later], all);
  });

  test('an export of a link has its clicks only', async () => {
    const { code: another } = await service.create({ uri: 'https://shop.example/b' });
    await service.request('GET', `/${another}`, {
      token: undefined,
      headers: { 'user-agent': BROWSER },
    });
    // An export does not wait longer than two seconds for its clicks, and a busy machine can need more.
    await clicksSettled(service);
    const codes = async (query: string): Promise<string[]> => {
      const { status, text } = await request(`clicks/export?format=ndjson${query}`);
      assert.equal(status, 200);
      return text.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line).code));
    };
    const all = await codes('');
    assert.ok(all.includes(code));
    assert.deepEqual(await codes(`&code=${another}`), [another]);
    assert.deepEqual(
      await codes(`&code=${code}`),
      all.filter((one) => one === code),
    );
    assert.deepEqual(await codes(`&code=${code}&from=2026-01-01&to=2026-01-31`), []);
    const never = await service.create({ uri: 'https://shop.example/never' });
    assert.deepEqual(await codes(`&code=${never.code}`), []);
    const { headers } = await request(
      `clicks/export?code=${another}&from=2026-01-01&to=2026-01-31`,
    );
    assert.match(
      headers.get('content-disposition') ?? '',
      new RegExp(`"clicks-${another}-2026-01-01-2026-01-31.csv"`),
    );
    for (const [query, token] of [
      ['code=Nothing'],
      ['code=%00'],
      [`code=${another}`, other],
    ] as const) {
      const refused = await request(`clicks/export?${query}`, token);
      assert.deepEqual([refused.status, refused.json.code], [404, 'not_found']);
    }
  });

  test('ClickHouse deletes single clicks by days', async () => {
    // The settings are those of the service; the store need not be available.
    const clickHouse = await startService({
      CLICKS_URL: 'clickhouse://default@127.0.0.1:1/clicks',
    });
    const { json } = await clickHouse.request('GET', '/manage/v1/clicks/settings');
    assert.equal(json.raw_deleted_by, 'day');
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
      'clicks/stream',
      'clicks/marks',
    ]) {
      const { status, json } = await off.request('GET', `/manage/v1/${path}`);
      assert.deepEqual([status, json.code], [404, 'clicks_off'], path);
    }
  });
});

describe('marks', () => {
  let service: Service;
  let passed = 0;
  const DAY_MS = 86_400_000;
  // The middle of a quarter-hour.
  const START = Math.floor(Date.now() / 900_000) * 900_000 + 450_000;
  before(async () => {
    service = await startService({}, { now: () => START + passed });
  });
  const manage = (method: string, path: string, body?: object) =>
    service.request(method, `/manage/v1/${path}`, body === undefined ? {} : { body });
  const marksOf = async (query: string) => {
    const { status, json } = await manage('GET', `clicks/marks?${query}`);
    assert.equal(status, 200);
    return json;
  };

  test('are the changes and redemptions of a link in the period', async () => {
    const { code } = (await manage('POST', 'smartlinks', { uri: 'https://shop.example/a' })).json;
    const change = (body: object) => manage('PATCH', `smartlinks/${code}`, body);
    await change({ tags: ['a'], metadata: { state: 'disabled' } });
    passed += DAY_MS;
    const redeem = (id: string) =>
      service.request('POST', '/client/v1/redemptions', {
        token: service.owner.tokens.web,
        body: { smartlink: code, redemption_id: id },
      });
    const ids = [1, 2, 3].map(() => randomUUID());
    for (const id of ids) assert.equal((await redeem(id)).status, 200);
    passed += DAY_MS;
    await manage('POST', `smartlinks/${code}/redemptions/${ids[0]}/give-back`);
    passed += 1000;
    await change({ state: 'disabled', redeem_limit: 7 });
    passed += 1000;
    await change({ state: 'active' });
    passed += 1000;
    await change({ routes: { web: { link: 'https://shop.example/b' } } });
    const { marks, complete } = await marksOf(`code=${code}`);
    assert.equal(complete, true);
    const kinds = (list: { kind: string; count: number }[]): string[] =>
      list.map(({ kind, count }) => (count === 1 ? kind : `${count} ${kind}`));
    const later = ['redemption_undone', 'disabled', 'redeem_limit', 'enabled', 'routes'];
    assert.deepEqual(kinds(marks), ['created', '3 redeemed', ...later]);
    const { token_id: id } = (await manage('GET', 'tokens')).json.tokens.find(
      ({ kind }: { kind: string }) => kind === 'server',
    );
    assert.deepEqual([marks[1].by, marks[2].by, marks[2].by_name], [null, id, null]);
    const today = new Date(START + passed).toISOString().slice(0, 10);
    assert.deepEqual(kinds((await marksOf(`code=${code}&from=${today}`)).marks), later);
    assert.deepEqual((await marksOf(`code=${code}&from=2026-01-01&to=2026-01-31`)).marks, []);
    // However much happened since then.
    const { ctx } = service.app;
    const subject = `smartlink:${code}` as const;
    const actor = { appId: service.owner.app.id, actor: 'operator' };
    passed += DAY_MS;
    await ctx.db.transaction(async (tx) => {
      for (let entry = 0; entry < MAX_CHANGES + 100; entry++) {
        await appendAudit(tx, actor, ctx.now(), { subject, action: 'change', after: { tags: [] } });
      }
    });
    const earlier = await marksOf(`code=${code}&to=${today}`);
    assert.deepEqual([kinds(earlier.marks), earlier.complete], [kinds(marks), true]);
    // No change of a link is a mark of the app.
    assert.ok(!kinds((await marksOf('')).marks).includes('disabled'));
  });

  test('of the app are changes of templates and of other settings, with who made them', async () => {
    const ada = await memberOf(service, 'ada@shop.example', 'owner');
    const templates = [
      { name: 'a', pattern: 'a', routes: { web: { link: 'https://shop.example' } } },
    ];
    assert.equal((await ada.send('PATCH', 'app', { body: { templates } })).status, 200);
    const viewer = await memberOf(service, 'viewer@shop.example', 'viewer');
    const { status, json } = await viewer.send('GET', 'clicks/marks');
    assert.equal(status, 200);
    const { kind, by, by_name: name } = json.marks.at(-1);
    assert.deepEqual([kind, by, name], ['templates', ada.id, 'ada@shop.example']);
  });

  test('are limited, and say so', async () => {
    const { code } = (await manage('POST', 'smartlinks', { uri: 'https://shop.example/a' })).json;
    for (let change = 0; change < 210; change++) {
      const body = { state: change % 2 === 0 ? 'disabled' : 'active' };
      assert.equal((await manage('PATCH', `smartlinks/${code}`, body)).status, 200);
    }
    const { marks, complete } = await marksOf(`code=${code}`);
    assert.deepEqual([marks.length, complete], [200, false]);
    assert.equal(marks.at(-1).kind, 'enabled');
  });

  for (const [query, status, code] of [
    ['code=Nothing', 404, 'not_found'],
    ['from=x', 422, 'validation_failed'],
  ] as const) {
    test(`with ${query} are refused`, async () => {
      const refused = await manage('GET', `clicks/marks?${query}`);
      assert.deepEqual([refused.status, refused.json.code], [status, code]);
    });
  }
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
