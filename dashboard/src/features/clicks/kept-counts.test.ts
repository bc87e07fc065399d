import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { comparablePeriod, missingBefore } from './kept-counts.ts';

const NOW = Date.parse('2026-11-23T22:30:00Z');
const COUNTS = { clicks: 1000, visitors: 900, other: 10 };

describe('the counts that are kept', () => {
  it('are compared with the previous period only if it lacks none', () => {
    const isCompared = (months: number, from: string): boolean => {
      const previous = { from, to: from, totals: COUNTS, funnel: null, series: [] };
      return comparablePeriod({ previous, recording: { raw_days: 90, months } }, NOW) === previous;
    };
    // 12 months, 90 days and 30 days.
    assert.equal(isCompared(13, '2024-12-01T00:00:00Z'), false);
    assert.equal(isCompared(25, '2024-12-01T00:00:00Z'), true);
    assert.equal(isCompared(3, '2026-05-28T00:00:00Z'), false);
    assert.equal(isCompared(6, '2026-05-28T00:00:00Z'), true);
    assert.equal(isCompared(1, '2026-09-25T00:00:00Z'), false);
    assert.equal(isCompared(2, '2026-09-25T00:00:00Z'), true);
    assert.equal(isCompared(13, '2025-10-22T23:45:00Z'), false);
    assert.equal(isCompared(13, '2025-10-23T00:00:00Z'), true);
    const recording = { raw_days: 90, months: 13 };
    assert.equal(comparablePeriod({ previous: null, recording }, NOW), null);
  });

  it('lack those before a date if the period begins before it', () => {
    const dateOf = (months: number, from: string, lifetime = { ...COUNTS, clicks: 5000 }) =>
      missingBefore({ from, totals: COUNTS, lifetime, recording: { raw_days: 90, months } }, NOW);
    assert.equal(dateOf(1, '2026-08-26T00:00:00Z'), '2026-10-23');
    assert.equal(dateOf(13, '2025-10-22T22:00:00Z'), '2025-10-23');
    assert.equal(dateOf(13, '2025-10-23T00:00:00Z'), undefined);
    // Nothing was counted before.
    assert.equal(dateOf(1, '2026-08-26T00:00:00Z', COUNTS), undefined);
    assert.equal(dateOf(1, '2026-08-26T00:00:00Z', { ...COUNTS, other: 11 }), '2026-10-23');
  });
});
