import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { detailIssues } from './details.ts';

describe('the name and the note of a link', () => {
  const ROWS: readonly (readonly [value: object, pointers: readonly string[]])[] = [
    [{}, []],
    [{ name: null, note: null }, []],
    [{ name: 'Spring sale, print', note: 'Ordered by Léa.\n\tUntil May.\r\n🌷' }, []],
    [{ name: ' Spring' }, ['/name']],
    [{ name: 'Spring\nsale' }, ['/name']],
    [{ name: 'a\u202eb', note: 'a\u202eb' }, ['/name', '/note']],
    [{ note: 'a\0b' }, ['/note']],
    [{ note: 'a\ud800b' }, ['/note']],
    [{ name: 5, note: [] }, []],
  ];
  for (const [value, pointers] of ROWS) {
    it(`${JSON.stringify(value)}: ${pointers.join(', ') || 'no error'}`, () => {
      assert.deepEqual(
        detailIssues(value, undefined).map(({ pointer }) => pointer),
        pointers,
      );
    });
  }
});

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
  for (const id of VALID)
    assert.deepEqual(detailIssues({ external_id: id }, undefined), [], String(id));
  for (const id of INVALID) {
    const [issue, ...more] = detailIssues({ external_id: id }, undefined);
    assert.equal(issue?.pointer, '/external_id', JSON.stringify(id));
    assert.deepEqual(more, []);
  }
});
