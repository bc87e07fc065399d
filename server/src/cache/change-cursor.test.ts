import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { ChangeCursor } from './change-cursor.ts';

/** What a reader hears who looks at these numbers, one list a look. */
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

describe('a cursor over changes', () => {
  it('hears of each once, and moves on', () => {
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

  it('hears of a number that appears after a greater one', () => {
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

  it('waits no longer for a number than any transaction may take', () => {
    const cursor = new ChangeCursor(0);
    heard(cursor, [[2], [2], [2]], 25_000);
    assert.equal(cursor.position, 0);
    heard(cursor, [[2], [2], [2], [2]], 25_000);
    assert.equal(cursor.position, 2);
  });

  it('misses none and repeats none, in whatever order transactions end', () => {
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
