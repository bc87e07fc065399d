import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLimit, limitOf } from './limit.ts';

describe('a typed limit', () => {
  it('is a whole number of at least 1, or blank', () => {
    assert.equal(limitOf('1'), 1);
    assert.equal(limitOf(' 250 '), 250);
    assert.equal(limitOf('2147483647'), 2_147_483_647);
    for (const blank of ['', '  ']) assert.equal(limitOf(blank), '');
    for (const value of [1, '' as const]) assert.ok(isLimit(value));
  });

  it('is never corrected', () => {
    const texts = '0 00 05 -3 +3 2.5 2,5 1e3 0x10 abc 5x 2147483648 99999999999999999999'.split(
      ' ',
    );
    for (const text of [...texts, '1 000', '1,000', '٣', '５']) {
      assert.equal(limitOf(text), text);
      assert.equal(isLimit(limitOf(text)), false, text);
    }
  });
});
