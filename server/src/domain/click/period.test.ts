import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { countedDaysOf } from './counted-days.ts';
import {
  datesOf,
  previousPeriod,
  readPeriod,
  type Period,
  type PeriodRequest,
  type PeriodRules,
} from './period.ts';
import { rangesOf, seriesOf, sumOf } from './series.ts';
import { DAY_MS, SLOT_MS } from './slots.ts';
import { UNIT_MS } from './units.ts';

const NOW = Date.parse('2026-11-23T12:34:56Z');
const MINUTES = { minutesMs: DAY_MS };
/** Single clicks are kept for a day. */
const COMPARED_MINUTES = { ...MINUTES, comparesPrevious: true, keptMs: DAY_MS };

function read(request: PeriodRequest, rules: Partial<PeriodRules> = {}): Period {
  const period = readPeriod(request, { now: NOW, ...rules });
  if ('issues' in period) assert.fail(JSON.stringify(period.issues));
  return period;
}

function shown(request: PeriodRequest, rules: Partial<PeriodRules> = {}): string {
  return textOf(read(request, rules));
}

function textOf({ from, to, unit, starts }: Period): string {
  const text = (at: number): string => new Date(at).toISOString().slice(0, 16);
  return `${text(from)} ${text(to)} ${unit} ${starts.length}`;
}

describe('a period', () => {
  const BERLIN = { time_zone: 'Europe/Berlin' };
  const SANTIAGO = { time_zone: 'America/Santiago' };
  const READ: readonly (readonly [PeriodRequest, string, Partial<PeriodRules>?])[] = [
    [{}, '2026-10-25T00:00 2026-11-24T00:00 day 30'],
    [BERLIN, '2026-10-24T22:00 2026-11-23T23:00 day 30'],
    // The first and the last date, also where they begin before 2000 in UTC, or end after 2099.
    [
      { from: '2000-01-01', to: '2000-01-31', ...BERLIN },
      '1999-12-31T23:00 2000-01-31T23:00 day 31',
    ],
    [
      { from: '2099-12-31', to: '2099-12-31', time_zone: 'America/New_York' },
      '2099-12-31T05:00 2100-01-01T05:00 hour 24',
    ],
    [{ time_zone: 'Pacific/Auckland' }, '2026-10-25T11:00 2026-11-24T11:00 day 30'],
    [{ from: '2026-11-23' }, '2026-11-23T00:00 2026-11-24T00:00 hour 24'],
    [{ to: '2026-03-31' }, '2026-03-02T00:00 2026-04-01T00:00 day 30'],
    [
      { from: '2026-03-29', to: '2026-03-29', ...BERLIN },
      '2026-03-28T23:00 2026-03-29T22:00 hour 23',
    ],
    [
      { from: '2026-10-24', to: '2026-10-26', ...BERLIN },
      '2026-10-23T22:00 2026-10-26T23:00 hour 73',
    ],
    [{ from: '2026-01-01', to: '2026-04-03' }, '2026-01-01T00:00 2026-04-04T00:00 day 93'],
    [{ from: '2026-01-01', to: '2026-12-31' }, '2026-01-01T00:00 2027-01-01T00:00 week 53'],
    [{ from: '2025-01-01', to: '2026-12-31' }, '2025-01-01T00:00 2027-01-01T00:00 month 24'],
    [
      { from: '2026-11-23T10:10:10Z', to: '2026-11-23T11:01:00+00:00' },
      '2026-11-23T10:00 2026-11-23T11:15 hour 2',
    ],
    [
      { from: '2026-11-23T11:10:10.5+01:00', to: '2026-11-23T11:01:00Z' },
      '2026-11-23T10:10 2026-11-23T11:01 minute 51',
      MINUTES,
    ],
    // The period before is counted by the same unit.
    [
      { from: '2026-11-23T10:00:00Z', to: '2026-11-23T11:00:00Z' },
      '2026-11-23T10:00 2026-11-23T11:00 minute 60',
      COMPARED_MINUTES,
    ],
    [
      { from: '2026-11-22T13:00:00Z', to: '2026-11-22T14:00:00Z' },
      '2026-11-22T13:00 2026-11-22T14:00 hour 1',
      COMPARED_MINUTES,
    ],
    [
      { from: '2026-11-23T10:00:00Z', to: '2026-11-23T11:00:00Z' },
      '2026-11-23T10:00 2026-11-23T11:00 day 1',
      { daysOnly: true },
    ],
    [
      { from: '2026-11-20', to: '2026-11-22', unit: 'week' },
      '2026-11-20T00:00 2026-11-23T00:00 week 1',
    ],
    // The longest one: 3,660 dates, in which the clocks are put back once more than forward.
    [
      { from: '2016-10-25', to: '2026-11-01', ...BERLIN },
      '2016-10-24T22:00 2026-11-01T23:00 month 122',
    ],
    // The period ends at a midnight that the clocks skip.
    [
      { from: '2026-06-05', to: '2026-09-05', ...SANTIAGO },
      '2026-06-05T04:00 2026-09-06T04:00 day 93',
    ],
  ];
  for (const [request, expected, rules] of READ) {
    it(`${JSON.stringify(request)} is ${expected}`, () => {
      assert.equal(shown(request, rules), expected);
    });
  }

  const REFUSED: readonly (readonly [PeriodRequest, string, Partial<PeriodRules>?])[] = [
    [
      { from: 'yesterday' },
      '/query/from must be a date such as 2026-11-01, or a time such as 2026-11-01T09:30:00Z',
    ],
    [{ from: '2026-02-30' }, '/query/from must be a date'],
    [{ from: '2026-11-01T10:00' }, '/query/from must be a date'],
    [{ from: '2026-11-01T24:00:00Z' }, '/query/from must be a date'],
    [{ to: '2026-11-01T10:00:00 01:00' }, '/query/to must be a date'],
    [{ to: '1999-12-31' }, '/query/to must be from 2000'],
    [{ to: '9999-12-31' }, '/query/to must be from 2000'],
    [{ from: '2026-11-02', to: '2026-11-01' }, '/query/from must be before'],
    [{ from: '2010-01-01', to: '2026-01-01' }, '/query/from must be at most ten years'],
    [{ from: '2016-10-24', to: '2026-11-01', ...BERLIN }, '/query/from must be at most ten years'],
    [{ time_zone: 'Berlin' }, '/query/time_zone must be an IANA'],
    [{ unit: 'minute' }, '/query/unit cannot be minute'],
    [{ unit: 'minute' }, '/query/unit can be minute only for the last 24 hours', MINUTES],
    [
      { unit: 'minute', from: '2026-11-23T00:00:00Z', to: '2026-11-23T12:00:00Z' },
      '/query/unit cannot be minute, because single clicks of the compared period are deleted',
      COMPARED_MINUTES,
    ],
    [{ unit: 'hour' }, '/query/unit must be day, week or month', { daysOnly: true }],
    [
      { unit: 'hour', from: '2025-10-22', to: '2025-10-23' },
      '/query/unit can be hour only for the last 13 months',
    ],
    [
      { unit: 'hour', from: '2025-10-24', to: '2025-10-25' },
      '/query/unit can be hour only for the last 13 months, in which the compared period must be too',
      { comparesPrevious: true },
    ],
    [
      { unit: 'hour', from: '2026-01-01', to: '2026-04-01' },
      '/query/unit gives more than 2000 points',
    ],
    [
      { unit: 'day', from: '2017-01-01', to: '2026-01-01' },
      '/query/unit gives more than 2000 points',
    ],
  ];
  for (const [request, expected, rules] of REFUSED) {
    it(`${JSON.stringify(request)}: ${expected}`, () => {
      const period = readPeriod(request, { now: NOW, ...rules });
      assert.ok('issues' in period);
      const [issue] = period.issues;
      assert.ok(`${issue?.pointer} ${issue?.detail}`.startsWith(expected), issue?.detail);
    });
  }

  it('has no hours by default where counts are kept by days', () => {
    const unitOf = (from: string, to: string, comparesPrevious: boolean): string =>
      read({ from, to }, { comparesPrevious }).unit;
    assert.equal(unitOf('2025-10-22', '2025-10-22', false), 'day');
    assert.equal(unitOf('2025-10-23', '2025-10-24', false), 'hour');
    assert.equal(unitOf('2025-10-24', '2025-10-25', true), 'day');
    assert.equal(unitOf('2025-10-25', '2025-10-26', true), 'hour');
  });

  it('that is exact has the times of the request', () => {
    const [from, to] = ['2026-11-23T10:10:10.123Z', '2026-11-23T10:10:10.125Z'];
    const period = read({ from, to, unit: 'month' }, { isExact: true });
    const { starts } = period;
    assert.deepEqual([period.from, period.to], [from, to].map(Date.parse));
    assert.deepEqual(starts, [period.from]);
  });

  it('reports every parameter that cannot be read', () => {
    const period = readPeriod({ from: 'x', to: 'y', time_zone: 'z' }, { now: NOW });
    assert.ok('issues' in period);
    assert.equal(period.issues.length, 3);
  });

  for (const [request, expected] of [
    [{ from: '2026-11-01', to: '2026-11-30' }, '2026-10-01T00:00 2026-11-01T00:00 day 31'],
    [{ from: '2026-11-02', to: '2026-11-30' }, '2026-10-04T00:00 2026-11-02T00:00 day 29'],
    [{ from: '2024-01-01', to: '2024-12-31' }, '2023-01-01T00:00 2024-01-01T00:00 week 53'],
    [{ from: '2026-02-01', to: '2026-03-31' }, '2025-12-01T00:00 2026-02-01T00:00 day 62'],
    [
      { from: '2026-10-25', to: '2026-10-25', ...BERLIN },
      '2026-10-23T22:00 2026-10-24T22:00 hour 24',
    ],
    [
      { from: '2026-10-26', to: '2026-10-26', ...BERLIN },
      '2026-10-24T22:00 2026-10-25T23:00 hour 25',
    ],
    [
      { from: '2026-03-29T01:30:00Z', to: '2026-03-29T03:00:00Z', ...BERLIN },
      '2026-03-29T00:00 2026-03-29T01:30 hour 2',
    ],
    // A day by time, with 25 hours on the clock.
    [
      { from: '2026-03-28T12:00:00Z', to: '2026-03-29T12:00:00Z', ...BERLIN },
      '2026-03-27T12:00 2026-03-28T12:00 hour 24',
    ],
    [
      { from: '2026-10-24T12:00:00Z', to: '2026-10-25T12:00:00Z', ...BERLIN },
      '2026-10-23T12:00 2026-10-24T12:00 hour 24',
    ],
    // The clocks skip the midnight of 2026-09-06.
    [
      { from: '2026-08-30', to: '2026-09-05', unit: 'day', ...SANTIAGO },
      '2026-08-23T04:00 2026-08-30T04:00 day 7',
    ],
    [
      { from: '2026-09-06', to: '2026-09-12', unit: 'day', ...SANTIAGO },
      '2026-08-30T04:00 2026-09-06T04:00 day 7',
    ],
  ] as const) {
    it(`the one before ${JSON.stringify(request)} is ${expected}`, () => {
      assert.equal(textOf(previousPeriod(read(request))), expected);
    });
  }
});

const requests = fc.record({
  from: fc.integer({ min: 0, max: 900 }),
  days: fc.integer({ min: 0, max: 400 }),
  time_zone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    // The clocks of these skip a midnight.
    'America/Santiago',
    'America/Havana',
    'Africa/Cairo',
    'Asia/Beirut',
    'Atlantic/Azores',
  ),
  unit: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
});
const dated = ({ from, days, time_zone, unit }: ReturnType<typeof requests.generate>['value']) => {
  const text = (day: number): string =>
    new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
  return { from: text(from), to: text(from + days), time_zone, unit };
};

describe('a series', () => {
  it('has each quarter-hour and each date of its period once', () => {
    fc.assert(
      fc.property(requests, (values) => {
        const request = dated(values);
        const period = read(request);
        const { first, last } = datesOf(period);
        assert.deepEqual(
          [first, last].map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10)),
          [request.from, request.to],
        );
        const slots = rangesOf(period, 'slots');
        const days = rangesOf(period, 'days');
        const counted = countedDaysOf(period);
        for (const [ranges, start, end] of [
          [slots, period.from / SLOT_MS, period.to / SLOT_MS],
          [days, counted.first, counted.last + 1],
        ] as const) {
          assert.equal(ranges.length, period.starts.length);
          assert.equal(ranges[0]?.[0], start);
          assert.equal(ranges.at(-1)?.[1], end);
          for (const [index, range] of ranges.entries()) {
            assert.ok(range[0] < range[1]);
            assert.equal(range[1], ranges[index + 1]?.[0] ?? end);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('of the period before has the same number of dates, unless it has whole months', () => {
    fc.assert(
      fc.property(requests, (values) => {
        fc.pre(!dated(values).from.endsWith('-01'));
        const period = read(dated(values));
        const before = previousPeriod(period);
        const [now, then] = [datesOf(period), datesOf(before)];
        assert.equal(before.to, period.from);
        assert.deepEqual(
          [then.last, then.last - then.first],
          [now.first - 1, now.last - now.first],
        );
      }),
      { numRuns: 100 },
    );
  });

  it('of the period before has points as long as those of the period', () => {
    const lengthsOf = (period: Period): number[] =>
      rangesOf(period, 'days').map(([start, end]) => end - start);
    fc.assert(
      fc.property(requests, (values) => {
        const request = dated(values);
        // Whole months differ, and a date can be missing.
        fc.pre(!request.from.endsWith('-01') && request.time_zone !== 'Pacific/Apia');
        const period = read(request);
        assert.deepEqual(lengthsOf(previousPeriod(period)), lengthsOf(period));
      }),
      { numRuns: 200 },
    );
  });

  it('of the period before has points as long as those of a period between two times', () => {
    const lengthsOf = ({ starts, to }: Period): number[] =>
      starts.map((at, index) => (starts[index + 1] ?? to) - at);
    const text = (slot: number): string => new Date(slot * SLOT_MS).toISOString();
    const days = { from: '2026-11-02T12:00:00Z', to: '2026-11-05T18:00:00Z', unit: 'day' } as const;
    const HOURS = [12, 24, 24, 18].map((hours) => hours * UNIT_MS.hour);
    assert.deepEqual(lengthsOf(read(days)), HOURS);
    assert.deepEqual(lengthsOf(previousPeriod(read(days))), HOURS);
    const slots = fc.integer({
      min: Date.UTC(2025, 10, 1) / SLOT_MS,
      max: Date.UTC(2026, 8, 1) / SLOT_MS,
    });
    const units = fc.constantFrom('hour' as const, 'day' as const, 'week' as const);
    fc.assert(
      fc.property(slots, fc.integer({ min: 1, max: 5000 }), units, (from, length, unit) => {
        const period = read({ from: text(from), to: text(from + length), unit });
        // Whole months differ.
        fc.pre(!text(from).includes('-01T00:00'));
        assert.deepEqual(lengthsOf(previousPeriod(period)), lengthsOf(period));
      }),
      { numRuns: 200 },
    );
  });

  it('by days of a period between two times has a date for each point', () => {
    const period = read({ from: '2026-11-02T12:00:00Z', to: '2026-11-05T18:00:00Z', unit: 'day' });
    for (const one of [period, previousPeriod(period)]) {
      const lengths = rangesOf(one, 'days').map(([start, end]) => end - start);
      assert.deepEqual(lengths, [1, 1, 1, 1]);
    }
  });

  it('of the weeks of the month before begins with a week as long', () => {
    const weeks = read({ from: '2026-11-01', to: '2026-11-30', unit: 'week' });
    const text = (at: number): string => new Date(at).toISOString().slice(0, 10);
    assert.deepEqual(weeks.starts.slice(0, 3).map(text), [
      '2026-11-01',
      '2026-11-02',
      '2026-11-09',
    ]);
    const before = previousPeriod(weeks);
    assert.deepEqual(before.starts.slice(0, 3).map(text), [
      '2026-10-01',
      '2026-10-02',
      '2026-10-09',
    ]);
    assert.equal(before.starts.length, weeks.starts.length);
  });

  it('has points without clicks', () => {
    const period = read({ from: '2026-11-01', to: '2026-11-02', unit: 'day' });
    const counts = { clicks: 3, visitors: 2, other: 1 };
    const series = seriesOf(period, new Map([[1, counts]]));
    assert.deepEqual(series, [
      { start: period.from, clicks: 0, visitors: 0, other: 0 },
      { start: period.from + DAY_MS, ...counts },
    ]);
    assert.deepEqual(sumOf(series), counts);
    assert.deepEqual(seriesOf(period, new Map([[2, counts]]), 2)[0]?.clicks, 3);
  });
});
