import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TIME_DIGITS, timeDigits } from './time-digits.ts';

describe('timeDigits', () => {
  it('has the order of the times', () => {
    const times = [0, 1, 61, 62, 3843, 3844, 1_764_000_000_000, 1_764_000_000_001, 62 ** 7 - 1];
    const digits = times.map(timeDigits);
    assert.deepEqual(digits.toSorted(), digits);
    assert.equal(new Set(digits).size, times.length);
    for (const text of digits) assert.match(text, new RegExp(`^[0-9A-Za-z]{${TIME_DIGITS}}$`));
  });
});
