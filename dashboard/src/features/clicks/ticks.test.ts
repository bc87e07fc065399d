import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chartTicks, pointName, weekendDays } from './ticks.ts';

const HOUR = 3_600_000;
const every = (first: string, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Date.parse(first) + index * step);
const labels = (...args: Parameters<typeof chartTicks>) =>
  chartTicks(...args).map(({ label }) => label);

describe('the labels of the chart', () => {
  it('are round hours in the time zone', () => {
    const starts = every('2026-11-22T23:00:00Z', HOUR, 24);
    const ticks = chartTicks(starts, 'hour', 'Europe/Berlin', 8);
    assert.deepEqual(
      ticks.map(({ index }) => index),
      [0, 3, 6, 9, 12, 15, 18, 21],
    );
    assert.match(ticks[0]?.label ?? '', /23/);
    assert.match(ticks[0]?.label ?? '', /Nov/);
    assert.match(ticks[4]?.label ?? '', /12:00/);
  });

  it('stay round when the clock changes', () => {
    // 2026-10-25 has 25 hours in Berlin.
    const starts = every('2026-10-24T22:00:00Z', HOUR, 25);
    const ticks = chartTicks(starts, 'hour', 'Europe/Berlin', 5);
    assert.deepEqual(
      ticks.map(({ index }) => index),
      [0, 7, 13, 19],
    );
  });

  it('are Mondays if there is not room for every second day', () => {
    const starts = every('2026-10-25T00:00:00Z', 24 * HOUR, 30);
    const ticks = chartTicks(starts, 'day', 'UTC', 8);
    assert.deepEqual(
      ticks.map(({ index }) => index),
      [1, 8, 15, 22, 29],
    );
    assert.equal(chartTicks(starts, 'day', 'UTC', 15).length, 15);
  });

  it('name the year instead of January', () => {
    const starts = [10, 11, 12, 13].map((month) => Date.UTC(2025, month, 1));
    const found = labels(starts, 'month', 'UTC', 12);
    assert.deepEqual(found, ['Nov', 'Dec', '2026', 'Feb']);
  });

  it('exist for every number of points', () => {
    for (const unit of ['hour', 'day', 'week', 'month'] as const) {
      for (const count of [1, 2, 13, 100, 400]) {
        const starts = every('2026-01-01T00:00:00Z', 24 * HOUR, count);
        assert.ok(chartTicks(starts, unit, 'UTC', 6).length <= count, unit);
      }
    }
  });

  it('know the weekend in the time zone', () => {
    // The first day is Saturday 2026-11-21 in Kathmandu and Friday in UTC.
    const starts = every('2026-11-20T18:15:00Z', 24 * HOUR, 3);
    assert.deepEqual(weekendDays(starts, 'Asia/Kathmandu'), [0, 1]);
    assert.deepEqual(weekendDays(starts, 'UTC'), [1, 2]);
  });

  it('name a point in full', () => {
    const at = Date.parse('2026-11-23T13:00:00Z');
    assert.match(pointName(at, at + 24 * HOUR, 'day', 'UTC'), /Mon.*2026/);
    assert.match(pointName(at, at + HOUR, 'hour', 'Asia/Kathmandu'), /6:45/);
    const month = (start: string, end: string, zone: string): string =>
      pointName(Date.parse(start), Date.parse(end), 'month', zone);
    assert.match(month('2026-11-01T00:00Z', '2026-12-01T00:00Z', 'UTC'), /^November 2026$/);
    const berlin = month('2026-10-31T23:00Z', '2026-11-30T23:00Z', 'Europe/Berlin');
    assert.match(berlin, /^November 2026$/);
    // Months of a previous period can begin at any day: two of them begin in November.
    const first = month('2023-11-02T00:00Z', '2023-11-24T00:00Z', 'UTC');
    assert.match(first, /Nov 2\b.*23.*2023/);
    const second = month('2023-11-24T00:00Z', '2023-12-22T00:00Z', 'UTC');
    assert.match(second, /Nov 24.*Dec 21.*2023/);
  });
});
