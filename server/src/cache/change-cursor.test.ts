import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { ChangeCursor } from './change-cursor.ts';

/** The changes that a reader of these lists of numbers receives. */
function heard(cursor: ChangeCursor, looks: readonly (readonly number[])[], stepMs = 200) {
  return looks.map((visible, look) => {
    const now = look * stepMs;
    const found = visible
      .filter((seq) => seq > cursor.position)
      .filter((seq) => cursor.isNew(seq, now));
    cursor.settle(now);
    return found;
  });
}

describe('ChangeCursor', () => {
  it('returns each change once', () => {
    const cursor = new ChangeCursor(0);
    assert.deepEqual(
      heard(cursor, [
        [1, 2],
        [1, 2, 3],
        [1, 2, 3],
      ]),
      [[1, 2], [3], []],
    );
    assert.equal(cursor.position, 3);
  });

  it('returns a number that appears after a greater one', () => {
    const cursor = new ChangeCursor(0);
    assert.deepEqual(
      heard(cursor, [
        [1, 3],
        [1, 3, 4],
        [1, 2, 3, 4],
      ]),
      [[1, 3], [4], [2]],
    );
    assert.equal(cursor.position, 4);
  });

  it('waits no longer for a number than a transaction can take', () => {
    const cursor = new ChangeCursor(0);
    heard(cursor, [[2], [2], [2]], 25_000);
    assert.equal(cursor.position, 0);
    heard(cursor, [[2], [2], [2], [2]], 25_000);
    assert.equal(cursor.position, 2);
  });

  it('names the missing numbers, unless there are too many', () => {
    const cursor = new ChangeCursor(7);
    heard(cursor, [[8, 11, 15], [12]]);
    assert.deepEqual([cursor.missing, cursor.newest], [[9, 10, 13, 14], 15]);
    heard(cursor, [[10_000]]);
    assert.deepEqual([cursor.missing, cursor.position], [undefined, 8]);
  });

  it('misses and repeats none, in any order of commits', () => {
    const order = fc.integer({ min: 1, max: 30 }).chain((count) =>
      fc.shuffledSubarray(
        Array.from({ length: count }, (_, i) => i + 1),
        { minLength: count },
      ),
    );
    fc.assert(
      fc.property(order, (ended) => {
        const cursor = new ChangeCursor(0);
        const looks = ended.map((_, i) => ended.slice(0, i + 1).toSorted((a, b) => a - b));
        assert.deepEqual(
          heard(cursor, looks)
            .flat()
            .toSorted((a, b) => a - b),
          ended.toSorted((a, b) => a - b),
        );
        assert.equal(cursor.position, ended.length);
      }),
    );
  });
});
