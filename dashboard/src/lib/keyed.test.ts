import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keyed } from './keyed.ts';

it('keys differ, and stay when entries are added at either end', () => {
  const keys = (...entries: string[]) => keyed(entries, (text) => text).map(({ key }) => key);
  assert.deepEqual(keys('a', 'b', 'a'), ['a 1', 'b 1', 'a 2']);
  assert.deepEqual(keys('c', 'a', 'b', 'a', 'd'), ['c 1', 'a 1', 'b 1', 'a 2', 'd 1']);
});
