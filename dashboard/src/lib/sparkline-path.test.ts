import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sparklinePath } from './sparkline-path.ts';

describe('the path of a sparkline', () => {
  it('goes from the left to the right, between zero and the maximum', () => {
    assert.equal(sparklinePath([0, 4, 2], 60, 20), 'M0 20L30 0L60 10');
  });

  it('is at the bottom if nothing happened', () => {
    assert.equal(sparklinePath([0, 0], 60, 20), 'M0 20L60 20');
  });

  it('exists for one value and for none', () => {
    assert.equal(sparklinePath([3], 60, 20), 'M0 0');
    assert.equal(sparklinePath([], 60, 20), '');
  });
});
