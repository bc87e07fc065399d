import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Allowance } from './allowance.ts';

const MINUTE_MS = 60_000;

describe('an allowance', () => {
  it('is full at the start, and recovers evenly up to its size', () => {
    let now = 0;
    const allowance = new Allowance(60, () => now);
    for (let i = 0; i < 60; i++) {
      assert.equal(allowance.waitOf('a'), 0);
      allowance.take('a');
    }
    assert.deepEqual([allowance.waitOf('a'), allowance.waitOf('b')], [1, 0]);
    now += 1000;
    assert.equal(allowance.waitOf('a'), 0);
    allowance.take('a');
    assert.equal(allowance.waitOf('a'), 1);
    now += 10 * MINUTE_MS;
    for (let i = 0; i < 60; i++) allowance.take('a');
    assert.equal(allowance.waitOf('a'), 1);
  });

  it('gives a burst that is counted late no more than its longest wait', () => {
    for (const [minutes, waits] of [
      [undefined, 5],
      [24 * 60, 5000 / 60 - 1],
      [10, 10],
    ] as const) {
      const now = 0;
      const allowance = new Allowance(60, () => now, minutes);
      for (let i = 0; i < 5000; i++) allowance.take('a');
      assert.equal(allowance.waitOf('a'), Math.ceil(waits * 60) + 1);
    }
  });

  it('gets back what turned out not to count', () => {
    const allowance = new Allowance(1, () => 0);
    allowance.take('a');
    assert.equal(allowance.waitOf('a'), 60);
    allowance.giveBack('a');
    allowance.giveBack('a');
    assert.equal(allowance.waitOf('a'), 0);
    allowance.take('a');
    assert.equal(allowance.waitOf('a'), 60);
  });
});
