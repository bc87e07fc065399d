import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp, type CreatedApp } from '../../src/actions/apps/create-app.ts';
import { openStore } from '../../src/store.ts';
import { readConfig, type Environment } from '../../src/config.ts';
import { DIMENSIONS } from '../../src/domain/click/click.ts';
import { clickEngines } from '../clicks/click-engines.ts';
import { proof, SHOP, smartlink, startService, type Service } from '../harness.ts';
import { storeClicks } from '../store-clicks.ts';
import { newMigratedStore } from '../store.ts';
import type { Click } from '../../src/storage/clicks/batch.ts';
import {
  assertBreakdown,
  assertFunnel,
  assertSeries,
  clockOf,
  daysBefore,
  mondayOf,
  ofDays,
  stepsOf,
  utcDate,
  type Query,
  type Report,
} from './click-report-checks.ts';
import { assertCurrentDay, MOMENTS, type Moment } from './click-year-today.ts';
import { CODES, TAGS, TEMPLATES } from './click-year-links.ts';
import { clickYear, countsOf, eventYear, groupBy, type TrueClick } from './click-year.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-23T12:00:00Z');
const COUNT = 16_000;
const EVENT_COUNT = 3000;

/** The dates of a year, with both changes of clocks in Europe and America. */
const YEAR = { from: '2025-11-24', to: '2026-11-23' };

/**
 * A year of clicks with known truth. Every number of the API is compared with a count of the list of clicks, one by one.
 */
for (const engine of await clickEngines()) {
  // A query of ClickHouse takes a hundred times as long as one of the others, so its short variant has every kind of
  // report, but not for all time zones and filters.
  const some = <Value>(all: readonly Value[], count: number): readonly Value[] =>
    engine.name === 'ClickHouse' && !proof ? all.slice(0, count) : all;

  describe(`a year of clicks on ${engine.name}`, { skip: engine.skip ?? false }, () => {
    let service: Service;
    let now = NOW;
    let environment: Environment & { readonly DATABASE_URL: string; readonly CLICKS_URL: string };
    let owner: CreatedApp;
    let all: TrueClick[];
    let shop: TrueClick[];
    let events: Click[];

    before(async () => {
      environment = {
        DATABASE_URL: await newMigratedStore(),
        CLICKS_URL: await engine.newClicksUrl(),
        CLICKS_RAW_DAYS: '400',
        // ClickHouse runs in a process of this machine: a report with all dimensions takes three seconds if nothing else
        // runs, and more than the usual limit of ten beside other tests.
        DATABASE_TIMEOUT_SECONDS: '120',
      };
      const store = await openStore(readConfig(environment));
      owner = await createApp(store.ctx, 'shop');
      const books = await createApp(store.ctx, 'books');
      await store.close();
      const year = {
        from: Date.parse(`${YEAR.from}T00:00:00Z`) - 2 * DAY_MS,
        to: NOW,
        apps: [
          { id: owner.app.id, codes: CODES },
          { id: books.app.id, codes: ['Novel', 'Poem'] },
        ],
      };
      all = clickYear({ ...year, count: COUNT });
      const ofYear = eventYear({ ...year, to: NOW - 7 * DAY_MS, count: EVENT_COUNT });
      events = ofYear.counted.filter(({ appId }) => appId === owner.app.id);
      shop = all.filter(({ click }) => click.appId === owner.app.id);
      await storeClicks(
        environment.DATABASE_URL,
        [...all.map(({ click }) => click), ...ofYear.all].toSorted((a, b) => a.at - b.at),
        environment.CLICKS_URL,
      );
    });

    async function start(): Promise<Service> {
      if (service) return service;
      service = await startService(environment, { now: () => now }, owner);
      await service.apply(SHOP);
      for (const code of CODES) {
        const uri = TEMPLATES[code] === undefined ? 'a' : `products/${code}`;
        const body = { uri, code, tags: TAGS[code] ?? [] };
        const { status, text } = await service.request('POST', '/manage/v1/smartlinks', { body });
        assert.equal(status, 201, text);
      }
      return service;
    }

    async function get(path: string, query: Query): Promise<Report> {
      const parameters = new URLSearchParams(query).toString();
      const answer = await (await start()).request('GET', `/manage/v1/${path}?${parameters}`);
      assert.equal(answer.status, 200, answer.text);
      return answer.json as Report;
    }

    // Before the service starts, which joins older quarter-hours to hours.
    const odd = ['Asia/Kathmandu', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Chatham'];
    for (const zone of some(odd, 1)) {
      test(`in quarter-hours: days of ${zone}, by the command`, async () => {
        const args = ['clicks', '--app', 'shop', '--time-zone', zone, '--unit', 'day', '--json'];
        const ran = await smartlink([...args, '--from', YEAR.from, '--to', YEAR.to], environment);
        assert.equal(ran.code, 0, ran.stderr);
        const report = JSON.parse(ran.stdout) as Report;
        assert.equal(report.series.length, 365);
        assertSeries(report, 'day', zone, shop, 'isFirstInApp');
      });
    }

    const zones = ['America/New_York', 'UTC', 'Europe/Berlin', 'Pacific/Auckland'];
    for (const zone of some(zones, 1)) {
      for (const unit of some(['day', 'week', 'month'], 1)) {
        test(`${unit}s of ${zone}`, async () => {
          const query = { ...YEAR, time_zone: zone, unit };
          const report = await get('clicks', query);
          assertSeries(report, unit, zone, shop, 'isFirstInApp');
          assertFunnel(report, shop, events);
          const link = await get('smartlinks/HotLink/clicks', query);
          const own = shop.filter(({ click }) => click.code === 'HotLink');
          assertSeries(link, unit, zone, own, 'isFirstOnLink');
          const ofLink = events.filter(({ code }) => code === 'HotLink');
          assertFunnel(link, own, ofLink);
          assert.deepEqual(report.lifetime, countsOf(shop, 'isFirstInApp'));
          assert.deepEqual(link.lifetime, countsOf(own, 'isFirstOnLink'));
          assert.equal(report.breakdown_days, null);
        });
      }
    }

    const hours = [
      ['Europe/Berlin', '2026-03-27', '2026-03-31'],
      ['Europe/Berlin', '2026-10-23', '2026-10-27'],
      ['America/New_York', '2026-03-07', '2026-03-09'],
      ['America/New_York', '2026-10-31', '2026-11-02'],
      ['Asia/Kathmandu', '2026-11-12', '2026-11-22'],
      ['UTC', '2026-11-23T03:30:00Z', '2026-11-23T11:45:00Z'],
    ] as const;
    for (const [zone, from, to] of some<(typeof hours)[number]>(hours, 2)) {
      test(`hours of ${zone} from ${from}, and the period before`, async () => {
        const query = { from, to, time_zone: zone, unit: 'hour', compare: 'previous' };
        const report = await get('clicks', query);
        assertSeries(report, 'hour', zone, shop, 'isFirstInApp');
        assert.ok(report.previous);
        assert.equal(report.previous.to, report.from);
        assertFunnel(report, shop, events);
        if (zone !== 'Asia/Kathmandu') {
          assertSeries(report.previous, 'hour', zone, shop, 'isFirstInApp');
          assertFunnel(report.previous, shop, events);
        }
      });
    }

    test('minutes of the last hours', async () => {
      const query = { from: '2026-11-23T02:07:00Z', to: '2026-11-23T12:00:00Z', unit: 'minute' };
      const report = await get('clicks', query);
      assert.equal(report.series.length, 593);
      assert.ok(report.totals.clicks > 0);
      assertSeries(report, 'minute', 'UTC', shop, 'isFirstInApp');
      const link = await get('smartlinks/HotLink/clicks', { ...query, browser: 'Chrome' });
      const own = shop.filter(
        ({ click, values }) => click.code === 'HotLink' && values.browser === 'Chrome',
      );
      assertSeries(link, 'minute', 'UTC', own, 'isFirstOnLink');
      assert.equal(link.funnel, null);
      const ofCampaign = await get('clicks', { ...query, campaign: 'spring' });
      assert.equal(ofCampaign.funnel, null, 'quarter-hours have no campaigns');
      const onIpads = await get('clicks', { ...query, platform: 'ipad' });
      assert.notEqual(onIpads.funnel, null);
      const compared = await get('clicks', {
        from: '2026-11-23T10:00:00Z',
        to: '2026-11-23T12:00:00Z',
        unit: 'minute',
        compare: 'previous',
      });
      assertFunnel(compared, shop, events);
      assert.ok(compared.previous);
      assertFunnel(compared.previous, shop, events);
    });

    test('the funnel with filters that events have', async () => {
      const period = { from: '2026-03-01', to: '2026-09-10', time_zone: 'Europe/Berlin' };
      const filters = [
        { platform: 'ipad' },
        { campaign: 'spring' },
        { source: '(none)', platform: 'android' },
      ];
      for (const filter of some<(typeof filters)[number]>(filters, 2)) {
        const report = await get('clicks', { ...period, ...filter, compare: 'previous' });
        const { platform, campaign, source } = filter as Readonly<Record<string, string>>;
        const passes = (click: Click): boolean =>
          (platform === undefined || click.device === platform) &&
          (campaign === undefined || click.campaign.campaign === campaign) &&
          (source === undefined || click.campaign.source === '');
        const clicks = shop.filter(({ click }) => passes(click));
        const own = events.filter(passes);
        if (campaign === undefined && source === undefined) {
          assertFunnel(report, clicks, own);
          continue;
        }
        // UTC days with the same dates.
        const utc = { from: `${period.from}T00:00:00Z`, to: '2026-09-11T00:00:00Z' };
        assertFunnel({ ...report, ...utc }, clicks, own);
      }
      const others = ['browser', 'country', 'kind', 'outcome', 'referrer', 'language'];
      for (const name of some(others, 1)) {
        const value = { kind: 'human', outcome: 'redirect', country: 'XX' }[name] ?? 'x';
        const report = await get('clicks', { ...period, [name]: value, compare: 'previous' });
        assert.deepEqual([report.funnel, report.previous?.funnel], [null, null], name);
      }
    });

    for (const by of some<'tags' | 'templates'>(['tags', 'templates'], 1)) {
      test(`the ${by} with the most clicks`, async () => {
        const query = { from: '2026-04-01', to: '2026-08-31' };
        const isWithin = ({ at }: Click): boolean =>
          utcDate(at) >= query.from && utcDate(at) <= query.to;
        const namesOf = (code: string): readonly string[] =>
          (by === 'tags' ? TAGS[code] : TEMPLATES[code] === undefined ? [] : [TEMPLATES[code]]) ??
          [];
        const expected = (by === 'tags' ? ['sale', 'print'] : ['product']).map((name) => {
          const codes = CODES.filter((code) => namesOf(code).includes(name));
          const clicks = shop.filter(({ click }) => codes.includes(click.code) && isWithin(click));
          const own = events.filter((event) => codes.includes(event.code) && isWithin(event));
          const { clicks: people, visitors } = countsOf(clicks, 'isFirstOnLink');
          return {
            [by === 'tags' ? 'tag' : 'template']: name,
            links: codes.length,
            clicks: people,
            visitors,
            ...stepsOf(clicks, own),
          };
        });
        const top = (await get(`clicks/${by}`, query)) as unknown as object;
        const frame = { ...query, counted_links: CODES.length, complete: true };
        assert.deepEqual(top, { ...frame, [by]: expected });
        const [first] = expected;
        const one = (await get(`clicks/${by}`, { ...query, limit: '1' })) as unknown as object;
        assert.deepEqual(one, { ...frame, [by]: [first] });
      });
    }

    for (const zone of some(['America/New_York', 'UTC'], 1)) {
      test(`breakdowns by every dimension in ${zone}`, async () => {
        const query = { ...YEAR, time_zone: zone, by: DIMENSIONS.join(','), limit: '100' };
        const report = await get('clicks', query);
        const totals = countsOf(ofDays(report, shop), 'isFirstInApp');
        assert.deepEqual(report.breakdown_days, { ...YEAR, totals });
        const [begin, end] = [Date.parse(report.from), Date.parse(report.to)];
        const exact = shop.filter(({ click }) => click.at >= begin && click.at < end);
        const byDays = ofDays(report, shop);
        for (const name of DIMENSIONS) {
          const isExact = ['kind', 'outcome', 'platform'].includes(name);
          assertBreakdown(report, name, isExact ? exact : byDays, 'isFirstInApp');
        }
        const first = await get('clicks', { ...query, limit: '2' });
        for (const name of DIMENSIONS) {
          assert.deepEqual(first.breakdowns[name], report.breakdowns[name]?.slice(0, 2), name);
        }
      });
    }

    for (const moment of some<Moment>(MOMENTS, 1)) {
      test(`the current UTC day in ${moment.zone} at ${moment.at}`, async () => {
        await start();
        now = Date.parse(moment.at);
        try {
          await assertCurrentDay(moment, shop, get);
        } finally {
          now = NOW;
        }
      });
    }

    const filters = [
      { kind: 'human', outcome: 'open-app' },
      { campaign: 'spring', platform: 'android' },
      { platform: 'iphone' },
      { kind: 'bot' },
      { browser: 'Firefox' },
      { referrer: '', language: 'de' },
      { source: '(none)' },
      { medium: 'nothing' },
      { in_app: 'Instagram', kind: 'human', outcome: 'redirect' },
    ] as const;
    for (const filter of some<(typeof filters)[number]>(filters, 2)) {
      test(`clicks with ${JSON.stringify(filter)}`, async () => {
        const wanted = Object.entries(filter).map(([name, value]) => [
          name,
          value === '(none)' ? '' : value,
        ]);
        const passes = ({ values }: TrueClick): boolean =>
          wanted.every(([name = '', value]) => values[name] === value);
        const zone = 'Europe/Berlin';
        for (const [path, visitor, own] of [
          ['clicks', 'isFirstInApp', shop],
          [
            'smartlinks/Spring/clicks',
            'isFirstOnLink',
            shop.filter(({ click }) => click.code === 'Spring'),
          ],
        ] as const) {
          const period = { from: '2026-02-10', to: '2026-07-05', time_zone: zone, unit: 'week' };
          const query = { ...period, ...filter, compare: 'previous', by: 'browser,kind' };
          const report = await get(path, { ...query, limit: '100' });
          const matching = own.filter(passes);
          const days = ofDays(report, matching);
          const isExact = Object.keys(filter).every((name) =>
            ['kind', 'outcome', 'platform'].includes(name),
          );
          const [begin, end] = [Date.parse(report.from), Date.parse(report.to)];
          const exact = matching.filter(({ click }) => click.at >= begin && click.at < end);
          assertBreakdown(report, 'browser', days, visitor);
          assertBreakdown(report, 'kind', isExact ? exact : days, visitor);
          if (isExact) {
            assertSeries(report, 'week', zone, matching, visitor);
            assert.ok(report.previous);
            // 146 days before: its points are as long, so they begin on another day of the week.
            assert.deepEqual(
              report.previous.series.map((point) => clockOf(zone)(Date.parse(point.start))),
              report.series.map((point) => daysBefore(clockOf(zone)(Date.parse(point.start)), 146)),
            );
            assertSeries(report.previous, 'point', zone, matching, visitor);
            continue;
          }
          assert.deepEqual(report.totals, countsOf(days, visitor));
          const groups = groupBy(days, ({ click }) => mondayOf(utcDate(click.at)));
          const clock = clockOf(zone);
          for (const { start: at, ...numbers } of report.series) {
            const week = mondayOf(clock(Date.parse(at)).slice(0, 10));
            assert.deepEqual(numbers, countsOf(groups.get(week) ?? [], visitor), week);
          }
        }
      });
    }

    test('the links with the most clicks, and links by their codes', async () => {
      const query = { from: '2026-09-01', to: '2026-10-31', limit: '3' };
      const within = shop.filter(
        ({ click }) =>
          click.kind === 'human' &&
          utcDate(click.at) >= query.from &&
          utcDate(click.at) <= query.to,
      );
      const linkOf = (code: string) => {
        const own = within.filter(({ click }) => click.code === code);
        const { clicks, visitors } = countsOf(own, 'isFirstOnLink');
        const ofLink = events.filter(
          ({ at, code: its }) =>
            its === code && utcDate(at) >= query.from && utcDate(at) <= query.to,
        );
        const days = Array.from({ length: 61 }, (_, index) => {
          const date = utcDate(Date.parse(query.from) + index * DAY_MS);
          return own.filter(({ click }) => utcDate(click.at) === date).length;
        });
        return { code, clicks, visitors, ...stepsOf(own, ofLink), days };
      };
      const expected = CODES.map(linkOf).toSorted((a, b) => b.clicks - a.clicks);
      const top = await get('clicks/links', query);
      assert.deepEqual(top, { from: query.from, to: query.to, links: expected.slice(0, 3) });
      const codes = ['Quiet', 'Novel', 'HotLink', 'Nothing', 'Quiet'];
      const named = (await get('clicks/links', {
        ...query,
        codes: codes.join(','),
      })) as unknown as {
        links: unknown[];
      };
      // Clicks on links of another app are not shown.
      const steps = { store: 0, opened: 0, redeemed: 0 };
      const none = { clicks: 0, visitors: 0, ...steps, days: Array.from({ length: 61 }, () => 0) };
      assert.deepEqual(named.links, [
        linkOf('Quiet'),
        { code: 'Novel', ...none },
        linkOf('HotLink'),
        { code: 'Nothing', ...none },
      ]);
    });

    test('the export has every click', async () => {
      const exported = async (url: string) => (await start()).request('GET', url);
      const path = `/manage/v1/clicks/export?from=2025-01-01&to=${YEAR.to}`;
      const names = ['at', 'code', ...DIMENSIONS, 'visitor_of_link', 'visitor_of_app'];
      const expected = shop.map(({ click, values, isFirstOnLink, isFirstInApp }) => ({
        ...values,
        at: new Date(click.at).toISOString(),
        code: click.code,
        visitor_of_link: Number(isFirstOnLink),
        visitor_of_app: Number(isFirstInApp),
      }));
      const ndjson = await exported(`${path}&format=ndjson`);
      const lines = ndjson.text.trimEnd().split('\n');
      assert.deepEqual(
        lines.map((line) => JSON.parse(line) as object),
        expected,
      );
      const csv = await exported(path);
      const cell = (value: unknown): string => {
        const text = String(value).replace(/^=/, "'=");
        return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
      };
      const rows = expected.map((row) =>
        names.map((name) => cell((row as Readonly<Record<string, unknown>>)[name])).join(','),
      );
      assert.equal(csv.text, [names.join(','), ...rows, ''].join('\r\n'));
    });
  });
}
