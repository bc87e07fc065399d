import assert from 'node:assert/strict';
import { test } from 'node:test';
import { externalIdIssues } from './external-id.ts';

const VALID = [
  '42',
  'SKU-1/red',
  'Größe 7',
  'a b',
  '商品',
  '=1',
  `'`,
  '%00',
  '../..',
  undefined,
  7,
];
const INVALID = ['a\u0000', 'a\nb', '\tx', ' x', 'x ', 'a\u202eb', '\ud800', 'a\u2028b', '\u0085'];

test('an external id can be any readable text', () => {
  for (const id of VALID) assert.deepEqual(externalIdIssues(id), [], String(id));
  for (const id of INVALID) {
    const [issue, ...more] = externalIdIssues(id);
    assert.equal(issue?.pointer, '/external_id', JSON.stringify(id));
    assert.deepEqual(more, []);
  }
});
