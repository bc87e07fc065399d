import assert from 'node:assert/strict';
import {
  assertBreakdown,
  assertSeries,
  clockOf,
  utcDate,
  type Query,
  type Report,
} from './click-report-checks.ts';
import { CODES, TAGS, TEMPLATES } from './click-year-links.ts';
import { countsOf, type TrueClick } from './click-year.ts';

type Dates = readonly [first: string, last: string];

/** A time at which a period is not over, and the UTC days that are counted for it. */
export interface Moment {
  readonly zone: string;
  readonly at: string;
  readonly dates: Dates;
  readonly days: Dates;
  /** The UTC days of the previous period. */
  readonly earlier: Dates;
}

export const MOMENTS: readonly Moment[] = [
  // In the evening of the 22nd.
  {
    zone: 'America/Los_Angeles',
    at: '2026-11-23T04:00:00Z',
    dates: ['2026-11-16', '2026-11-22'],
    days: ['2026-11-16', '2026-11-23'],
    earlier: ['2026-11-09', '2026-11-15'],
  },
  // After midnight, when the 23rd begins.
  {
    zone: 'America/Los_Angeles',
    at: '2026-11-23T08:00:00Z',
    dates: ['2026-11-16', '2026-11-22'],
    days: ['2026-11-16', '2026-11-22'],
    earlier: ['2026-11-09', '2026-11-15'],
  },
  // In the morning of the 24th.
  {
    zone: 'Pacific/Auckland',
    at: '2026-11-23T12:00:00Z',
    dates: ['2026-11-24', '2026-11-25'],
    days: ['2026-11-23', '2026-11-25'],
    earlier: ['2026-11-22', '2026-11-23'],
  },
];

/** Compares all reports that count days with the clicks of an app. `get`: a report, at this moment. */
export async function assertCurrentDay(
  { zone, dates, days, earlier }: Moment,
  shop: readonly TrueClick[],
  get: (path: string, query: Query) => Promise<Report>,
): Promise<void> {
  const period = { from: dates[0], to: dates[1], time_zone: zone, unit: 'day' };
  const [from, to] = days;
  const within = (clicks: readonly TrueClick[], range: readonly [string, string]) =>
    clicks.filter(({ click }) => utcDate(click.at) >= range[0] && utcDate(click.at) <= range[1]);
  const own = within(shop, days);
  const query = { ...period, by: 'browser,campaign', limit: '100' };
  const report = await get('clicks', query);
  const totals = countsOf(own, 'isFirstInApp');
  assert.deepEqual(report.breakdown_days, { from, to, totals });
  for (const name of ['browser', 'campaign']) {
    assertBreakdown(report, name, own, 'isFirstInApp');
  }
  assertSeries(report, 'day', zone, shop, 'isFirstInApp');

  const chrome = shop.filter(({ values }) => values.browser === 'Chrome');
  const filtered = await get('clicks', {
    ...query,
    browser: 'Chrome',
    compare: 'previous',
  });
  const matching = countsOf(within(chrome, days), 'isFirstInApp');
  assert.deepEqual(filtered.breakdown_days, { from, to, totals: matching });
  assert.deepEqual(filtered.totals, matching);
  assertBreakdown(filtered, 'campaign', within(chrome, days), 'isFirstInApp');
  const clock = clockOf(zone);
  const points = filtered.series.map((point) => clock(Date.parse(point.start)).slice(0, 10));
  assert.deepEqual([points[0], points.at(-1)], dates);
  for (const [index, { start: _, ...numbers }] of filtered.series.entries()) {
    const date = points[index] ?? '';
    const ofPoint = [date === dates[0] ? from : date, date === dates[1] ? to : date] as const;
    assert.deepEqual(numbers, countsOf(within(chrome, ofPoint), 'isFirstInApp'), date);
  }
  assert.deepEqual(filtered.previous?.totals, countsOf(within(chrome, earlier), 'isFirstInApp'));

  const { unit: _, ...linkPeriod } = period;
  const peopleOf = (codes: readonly string[]): number =>
    countsOf(
      own.filter(({ click }) => codes.includes(click.code)),
      'isFirstOnLink',
    ).clicks;
  interface Top {
    readonly from: string;
    readonly to: string;
    readonly links: readonly { readonly code: string; readonly clicks: number }[];
    readonly tags: readonly { readonly tag: string; readonly clicks: number }[];
    readonly templates: readonly { readonly clicks: number }[];
  }
  const top = async (by: string): Promise<Top> =>
    (await get(`clicks/${by}`, linkPeriod)) as unknown as Top;
  const links = await top('links');
  assert.deepEqual([links.from, links.to], days);
  assert.equal(links.links.length, CODES.filter((code) => peopleOf([code]) > 0).length);
  for (const { code, clicks } of links.links) {
    assert.equal(clicks, peopleOf([code]), code);
  }
  const tags = await top('tags');
  assert.deepEqual([tags.from, tags.to], days);
  for (const { tag, clicks } of tags.tags) {
    const codes = CODES.filter((code) => TAGS[code]?.includes(tag));
    assert.equal(clicks, peopleOf(codes), tag);
  }
  const templates = await top('templates');
  assert.deepEqual([templates.from, templates.to], days);
  assert.equal(templates.templates[0]?.clicks, peopleOf(Object.keys(TEMPLATES)));
}
