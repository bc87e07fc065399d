import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offsetToShow, visibleRows } from './visible-rows.ts';

describe('the rows that a window shows', () => {
  const rowsAt = (above: number, count: number): number[] => {
    const { first, end } = visibleRows({ above, height: 700, rowHeight: 70, count, overscan: 6 });
    return [first, end];
  };
  it('are those in it, with some above and below', () => {
    assert.deepEqual(rowsAt(0, 1000), [0, 18]);
    assert.deepEqual(rowsAt(7000, 1000), [93, 117]);
    assert.deepEqual(rowsAt(-300, 1000), [0, 12]);
  });
  it('are never more than there are', () => {
    assert.deepEqual(rowsAt(0, 4), [0, 4]);
    assert.deepEqual(rowsAt(70_000, 1000), [993, 1000]);
    assert.deepEqual(rowsAt(700_000, 1000), [1000, 1000]);
    assert.deepEqual(rowsAt(-9000, 1000), [0, 0]);
    assert.deepEqual(rowsAt(0, 0), [0, 0]);
  });
  it('do not change with each pixel', () => {
    const ranges = new Set(
      Array.from({ length: 70 }, (_, pixels) => rowsAt(7000 + pixels, 1000).join()),
    );
    assert.ok(ranges.size <= 2);
  });
});

describe('the offset to show a row', () => {
  const view = { from: 100, to: 500 };
  it('is none if it is in view', () => {
    assert.equal(offsetToShow({ from: 100, to: 170 }, view), 0);
    assert.equal(offsetToShow({ from: 430, to: 500 }, view), 0);
  });
  it('moves it to the edge that is nearer', () => {
    assert.equal(offsetToShow({ from: -60, to: 10 }, view), -160);
    assert.equal(offsetToShow({ from: 470, to: 540 }, view), 40);
  });
  it('shows the top of what is higher than the view', () => {
    assert.equal(offsetToShow({ from: 300, to: 900 }, view), 200);
  });
});
