import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bar } from './bar.ts';

describe('a bar', () => {
  for (const [value, highest, shown] of [
    [0, 10, ''],
    [0, 0, ''],
    [10, 10, '█'.repeat(24)],
    [5, 10, '█'.repeat(12)],
    [1, 1_000_000, '▏'],
    [1, 64, '▍'],
    [25, 48, `${'█'.repeat(12)}▌`],
  ] as const) {
    it(`of ${value} of ${highest}`, () => assert.equal(bar(value, highest), shown));
  }
});
