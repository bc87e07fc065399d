import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { countedDaysOf } from './counted-days.ts';
import { datesOf, previousPeriod, readPeriod, type Period, type PeriodRequest } from './period.ts';
import { rangesOf } from './series.ts';
import { DAY_MS, dayOf, SLOT_MS } from './slots.ts';

const LOS_ANGELES = 'America/Los_Angeles';
const AUCKLAND = 'Pacific/Auckland';

function read(request: PeriodRequest, now: number): Period {
  const period = readPeriod(request, { now });
  if ('issues' in period) assert.fail(JSON.stringify(period.issues));
  return period;
}

/** The days of November. */
function counted(period: Period): string {
  const { first, last } = countedDaysOf(period);
  const ranges = rangesOf(period, 'days');
  assert.deepEqual([ranges[0]?.[0], ranges.at(-1)?.[1]], [first, last + 1]);
  return [first, last].map((day) => new Date(day * DAY_MS).getUTCDate()).join('-');
}

describe('the UTC days that are counted', () => {
  const COUNTED: readonly (readonly [
    zone: string,
    now: string,
    dates: readonly [string, string],
    days: string,
    before: string,
  ])[] = [
    ['UTC', '23T23:59:59', ['23', '23'], '23-23', '22-22'],
    ['UTC', '24T00:00:00', ['23', '23'], '23-23', '22-22'],
    [LOS_ANGELES, '23T23:59:59', ['17', '23'], '17-23', '10-16'],
    [LOS_ANGELES, '24T00:00:00', ['17', '23'], '17-24', '10-16'],
    [LOS_ANGELES, '24T00:00:00', ['23', '23'], '23-24', '22-22'],
    [LOS_ANGELES, '24T07:59:59', ['23', '23'], '23-24', '22-22'],
    [LOS_ANGELES, '24T08:00:00', ['23', '23'], '23-23', '22-22'],
    [LOS_ANGELES, '24T00:00:00', ['23', '25'], '23-25', '20-22'],
    [LOS_ANGELES, '24T00:00:00', ['24', '24'], '24-24', '23-23'],
    [AUCKLAND, '23T10:59:59', ['24', '24'], '24-24', '23-23'],
    [AUCKLAND, '23T11:00:00', ['24', '24'], '23-24', '23-23'],
    [AUCKLAND, '23T23:59:59', ['24', '26'], '23-26', '21-23'],
    [AUCKLAND, '23T23:59:59', ['18', '24'], '18-24', '11-17'],
    [AUCKLAND, '24T00:00:00', ['24', '24'], '24-24', '23-23'],
  ];
  for (const [time_zone, now, [from, to], days, before] of COUNTED) {
    it(`of ${from} to ${to} in ${time_zone} at ${now} UTC are ${days}`, () => {
      const dates = { from: `2026-11-${from}`, to: `2026-11-${to}` };
      const at = Date.parse(`2026-11-${now}Z`);
      const period = read({ ...dates, time_zone, unit: 'day' }, at);
      assert.equal(counted(period), days);
      assert.equal(counted(previousPeriod(period)), before);
    });
  }

  it('of an hour include the current one until the hour is over', () => {
    const times = { from: '2026-11-24T02:00:00Z', to: '2026-11-24T03:00:00Z' };
    for (const [now, days] of [
      ['01:59:59', '23-23'],
      ['02:00:00', '23-24'],
      ['02:59:59', '23-24'],
      ['03:00:00', '23-23'],
    ] as const) {
      const period = read({ ...times, time_zone: LOS_ANGELES }, Date.parse(`2026-11-24T${now}Z`));
      assert.equal(counted(period), days, now);
    }
  });

  it('have the dates of the period, and include the current one until it is over', () => {
    const start = Date.UTC(2025, 0, 1) / SLOT_MS;
    const slots = fc.integer({ min: start, max: start + 365 * 96 });
    const zones = fc.constantFrom(
      'UTC',
      LOS_ANGELES,
      AUCKLAND,
      'Asia/Kathmandu',
      'Etc/GMT+12',
      'Etc/GMT-14',
      'Pacific/Chatham',
      'America/Santiago',
    );
    const text = (slot: number): string => new Date(slot * SLOT_MS).toISOString();
    fc.assert(
      fc.property(
        slots,
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: -500, max: 3500 }),
        zones,
        (from, length, passed, time_zone) => {
          const now = (from + passed) * SLOT_MS;
          const request = { from: text(from), to: text(from + length), time_zone };
          const period = read({ ...request, unit: 'day' }, now);
          const dates = datesOf(period);
          const isCurrent = passed >= 0 && passed < length;
          const days = [dates.first, dates.last, ...(isCurrent ? [dayOf(now)] : [])];
          const { first, last } = countedDaysOf(period);
          assert.deepEqual([first, last], [Math.min(...days), Math.max(...days)]);
          // No day between them is missing, and at most one is added.
          assert.ok(last - first <= dates.last - dates.first + 1);
          assert.deepEqual(countedDaysOf(previousPeriod(period)), datesOf(previousPeriod(period)));
        },
      ),
      { numRuns: 500 },
    );
  });
});
