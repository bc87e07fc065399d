import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';

describe('a', () => {
  it('x', () => assert.equal(1, 1));
});
test('b', () => {});
