import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passwordStrength } from './password-strength.ts';

describe('the strength of a password', () => {
  it('is 0 for passwords that the service rejects', () => {
    assert.deepEqual(passwordStrength(''), { issue: 'too-short', missing: 12, level: 0 });
    assert.deepEqual(passwordStrength('12345678901'), { issue: 'too-short', missing: 1, level: 0 });
    // Counts characters, not UTF-16 units.
    assert.equal(passwordStrength('🙂'.repeat(11)).missing, 1);
    assert.equal(passwordStrength('aaaaaaaaaabB').issue, 'too-simple');
    assert.equal(passwordStrength('Ada@shop.example', ' ada@shop.EXAMPLE').issue, 'is-email');
  });

  const table: [password: string, level: number][] = [
    ['123456789012', 0],
    ['abcdefghijkl', 0],
    ['aabbccddeeff', 0],
    ['sommerferien', 0],
    ['tulip battery wednesday', 3],
    ['stormyblanket', 1],
    ['velvet-onion-42', 2],
    ['kX9#qLw2!mZ7vR4p', 3],
  ];
  for (const [password, level] of table) {
    it(`${password}: ${level}`, () => assert.equal(passwordStrength(password).level, level));
  }
});
