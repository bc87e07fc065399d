import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isId } from './id.ts';

test('an id has the prefix of its kind, then letters and digits', () => {
  assert.ok(isId('mem', 'mem_u7GdXo1yRk2mPq9c'));
  assert.ok(isId('tok', 'tok_4Tn8sXc1WbZq7LpV'));
  for (const text of [
    '',
    'mem_',
    'tok_a',
    'mem_\0',
    'mem_a\0b',
    'mem_a b',
    'mem_é',
    'xmem_a',
    'mem_a\n',
  ]) {
    assert.ok(!isId('mem', text), JSON.stringify(text));
  }
});
