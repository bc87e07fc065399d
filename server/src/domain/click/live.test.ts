import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { areEqualCounts, countedSince, countsOfEventId, eventIdOf } from './live.ts';

describe('the id of an event', () => {
  const counts = { clicks: 12, visitors: 3, other: 0 };

  test('contains the counts', () => {
    assert.equal(eventIdOf(counts), '12-3-0');
    assert.deepEqual(countsOfEventId('12-3-0'), counts);
  });

  for (const id of [undefined, '', '1-2', '1-2-3-4', '-1-2-3', 'a-b-c', `${'9'.repeat(16)}-1-1`]) {
    test(`is not ${id}`, () => assert.equal(countsOfEventId(id), undefined));
  }
});

test('what was counted since is never negative', () => {
  const before = { clicks: 5, visitors: 5, other: 5 };
  const now = { clicks: 7, visitors: 5, other: 1 };
  assert.deepEqual(countedSince(before, now), { clicks: 2, visitors: 0, other: 0 });
  assert.ok(areEqualCounts(now, { ...now }));
  assert.ok(!areEqualCounts(now, before));
});
