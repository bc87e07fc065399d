import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shownRows, totalsOf } from './breakdown-rows.ts';

it('shows the rows of a breakdown by what is measured', () => {
  const rows = [
    { value: 'a', clicks: 3, visitors: 1, other: 0 },
    { value: 'b', clicks: 2, visitors: 2, other: 9 },
    { value: 'c', clicks: 2, visitors: 0, other: 9 },
  ];
  const values = (measure: 'clicks' | 'visitors' | 'other'): string =>
    shownRows(rows, measure)
      .map(({ value }) => value)
      .join('');
  assert.equal(values('clicks'), 'abc');
  assert.equal(values('visitors'), 'ba');
  assert.equal(values('other'), 'bc');
});

it('compares rows with the clicks of the UTC days by which they are counted', () => {
  const totals = { clicks: 4, visitors: 3, other: 2 };
  const days = {
    from: '2026-11-23',
    to: '2026-11-23',
    totals: { clicks: 9, visitors: 8, other: 7 },
  };
  assert.deepEqual(totalsOf({ totals, breakdown_days: days }, 'browser'), days.totals);
  assert.deepEqual(totalsOf({ totals, breakdown_days: days }, 'platform'), totals);
  assert.deepEqual(totalsOf({ totals, breakdown_days: null }, 'browser'), totals);
});
