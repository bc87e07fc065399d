import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chartColumns, chartPoints, comparedSums } from './chart-data.ts';

const days = (first: string, ...clicks: number[]) => ({
  to: new Date(Date.parse(first) + clicks.length * 86_400_000).toISOString(),
  series: clicks.map((count, index) => ({
    start: new Date(Date.parse(first) + index * 86_400_000).toISOString(),
    clicks: count,
    visitors: count - 1,
    other: 100,
  })),
});
const NOON = Date.parse('2026-11-23T12:00:00Z');
const UTC = { zone: 'UTC', utcDays: false };

describe('the data of the chart', () => {
  const current = days('2026-11-21', 5, 7, 2, 0);
  const previous = days('2026-11-17', 4, 4, 9);

  it('ends at the current point', () => {
    const points = chartPoints(current, previous, 'clicks', NOON, UTC);
    assert.deepEqual(
      points.map(({ value, before, current: isCurrent }) => [value, before, isCurrent]),
      [
        [5, 4, false],
        [7, 4, false],
        [2, 9, true],
        [null, null, false],
      ],
    );
    assert.equal(points[0]?.beforeStart, Date.parse('2026-11-17'));
    assert.deepEqual(
      points.map(({ end }) => end),
      ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'].map((end) => Date.parse(end)),
    );
    assert.equal(points[2]?.beforeEnd, Date.parse(previous.to));
    assert.deepEqual(chartColumns(points), {
      complete: [5, 7, null, null],
      current: [null, 7, 2, null],
      before: [4, 4, 9, null],
    });
  });

  it('has no current point if the period is over', () => {
    const points = chartPoints(current, null, 'visitors', NOON + 7 * 86_400_000, UTC);
    assert.deepEqual(chartColumns(points), {
      complete: [4, 6, 1, -1],
      current: [null, null, null, null],
      before: [null, null, null, null],
    });
  });

  it('compares only what is over', () => {
    assert.deepEqual(comparedSums(current, previous, 'clicks', NOON, UTC), { now: 12, before: 8 });
    const later = NOON + 7 * 86_400_000;
    assert.deepEqual(comparedSums(current, previous, 'clicks', later, UTC), {
      now: 14,
      before: 17,
    });
    const longer = days('2026-11-15', 1, 2, 3, 4, 5, 6);
    assert.deepEqual(comparedSums(current, longer, 'clicks', later, UTC), { now: 14, before: 21 });
    assert.deepEqual(comparedSums(current, longer, 'clicks', NOON, UTC), { now: 12, before: 3 });
    assert.equal(comparedSums(current, null, 'clicks', later, UTC), undefined);
    const morning = Date.parse('2026-11-21T08:00:00Z');
    assert.equal(comparedSums(current, previous, 'clicks', morning, UTC), undefined);
  });

  it('is complete when the UTC days are over by which it is counted', () => {
    const auckland = days('2026-11-21T11:00:00Z', 5, 7, 3, 0);
    const before = days('2026-11-17T11:00:00Z', 4, 4, 9, 9);
    const night = Date.parse('2026-11-24T11:30:00Z');
    const zone = 'Pacific/Auckland';
    const columns = (at: number, utcDays: boolean) =>
      chartColumns(chartPoints(auckland, before, 'clicks', at, { zone, utcDays }));
    assert.deepEqual(columns(night, false).complete, [5, 7, 3, null]);
    assert.deepEqual(columns(night, true).complete, [5, 7, null, null]);
    assert.deepEqual(columns(night, true).current, [null, 7, 3, 0]);
    const sums = (at: number, utcDays: boolean) =>
      comparedSums(auckland, before, 'clicks', at, { zone, utcDays });
    assert.deepEqual(sums(night, false), { now: 15, before: 17 });
    assert.deepEqual(sums(night, true), { now: 12, before: 8 });
    const nextUtcDay = Date.parse('2026-11-25T00:00:00Z');
    assert.deepEqual(columns(nextUtcDay, true).complete, [5, 7, 3, null]);
    assert.deepEqual(sums(nextUtcDay, true), { now: 15, before: 17 });
  });

  it('is not complete before its own end where the UTC days end earlier', () => {
    const losAngeles = days('2026-11-21T08:00:00Z', 5, 7);
    const before = days('2026-11-19T08:00:00Z', 1, 2);
    const sums = (at: string) =>
      comparedSums(losAngeles, before, 'clicks', Date.parse(at), {
        zone: 'America/Los_Angeles',
        utcDays: true,
      });
    assert.deepEqual(sums('2026-11-23T02:00:00Z'), { now: 5, before: 1 });
    assert.deepEqual(sums('2026-11-23T08:00:00Z'), { now: 12, before: 3 });
  });
});
