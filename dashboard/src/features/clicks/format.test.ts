import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axisNumber, numberChange, share, shortNumber } from './format.ts';

describe('numbers of clicks', () => {
  it('are exact below a million', () => {
    assert.equal(shortNumber(0), '0');
    assert.equal(shortNumber(999_999), '999,999');
    assert.equal(shortNumber(1_234_567), '1.23M');
  });

  it('are short on an axis', () => {
    assert.equal(axisNumber(1200), '1,200');
    assert.equal(axisNumber(12_000), '12K');
  });

  it('change in percent', () => {
    assert.deepEqual(numberChange(112, 100), { text: '+12%', direction: 'up' });
    assert.deepEqual(numberChange(1, 3), { text: '-67%', direction: 'down' });
    assert.deepEqual(numberChange(5, 5), { text: '0%', direction: 'same' });
    assert.deepEqual(numberChange(1001, 1000), { text: '0%', direction: 'up' });
    assert.equal(numberChange(5, 0), undefined);
  });

  it('are a share of the whole', () => {
    assert.equal(share(1, 3), '33%');
    assert.equal(share(1, 1000), '<1%');
    assert.equal(share(0, 1000), '0%');
    assert.equal(share(0, 0), '0%');
  });
});
