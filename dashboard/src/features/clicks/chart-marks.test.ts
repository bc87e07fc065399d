import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fewTexts, markGroups, marksByPoint } from './chart-marks.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-20T00:00:00Z');
const points = Array.from({ length: 4 }, (_, day) => ({ start: START + day * DAY_MS }));
const mark = (at: string, kind: 'routes' | 'disabled' = 'routes') => ({
  at,
  kind,
  count: 1,
  by: null,
  by_name: null,
});

describe('marks of the chart', () => {
  it('belong to the point whose time they are in', () => {
    const marks = [
      mark('2026-11-19T23:59:59Z'),
      mark('2026-11-20T00:00:00Z'),
      mark('2026-11-21T10:00:00Z', 'disabled'),
      mark('2026-11-21T12:00:00Z'),
      mark('2026-11-23T23:00:00Z'),
    ];
    assert.deepEqual(
      [...marksByPoint(marks, points, ({ kind }) => kind)],
      [
        [0, ['routes']],
        [1, ['disabled', 'routes']],
        [3, ['routes']],
      ],
    );
    assert.equal(marksByPoint(marks, [], ({ kind }) => kind).size, 0);
  });

  it('are one if they are near', () => {
    const marks = new Map([
      [9, ['e']],
      [0, ['a']],
      [2, ['b', 'c']],
      [4, ['d']],
    ]);
    assert.deepEqual(markGroups(marks, 3), [
      { first: 0, last: 4, count: 4 },
      { first: 9, last: 9, count: 1 },
    ]);
    assert.equal(markGroups(marks, 1).length, 4);
  });

  it('are shortened if there are many', () => {
    const more = (count: number): string => `${count} more`;
    assert.deepEqual(fewTexts(['a', 'b', 'c'], 3, more), ['a', 'b', 'c']);
    assert.deepEqual(fewTexts(['a', 'b', 'c', 'd'], 3, more), ['a', 'b', '2 more']);
  });
});
