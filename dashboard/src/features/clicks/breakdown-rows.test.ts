import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shownRows } from './breakdown-rows.ts';

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
