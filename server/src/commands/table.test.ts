import assert from 'node:assert/strict';
import { it } from 'node:test';
import { table } from './table.ts';

it('a table is aligned, however many rows it has', () => {
  assert.equal(table(['a', 'code'], [['long', 'x'], ['b']]), 'a     code\nlong  x\nb');
  const rows = Array.from({ length: 200_000 }, (_, n) => [String(n), 'x']);
  assert.equal(table(['number', 'y'], rows).split('\n').at(-1), '199999  x');
});
