import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EMPTY_PAIR, pairIssues, pairsOf, textOf, type Pair } from './metadata-pairs.ts';

const PAIRS: readonly Pair[] = [
  { key: 'coupon', kind: 'text', value: 'A "B"' },
  { key: '10', kind: 'number', value: '1.50' },
];
const TEXT = '{\n  "coupon": "A \\"B\\"",\n  "10": 1.50\n}';

describe('pairs of metadata', () => {
  it('are written and read with the same order and spelling', () => {
    assert.equal(textOf(PAIRS), TEXT);
    assert.deepEqual(pairsOf(TEXT), PAIRS);
    assert.deepEqual(pairsOf(' '), []);
    assert.deepEqual(pairsOf('{}'), []);
    assert.equal(textOf([EMPTY_PAIR]), '');
    assert.equal(textOf([EMPTY_PAIR, ...PAIRS]), TEXT);
  });

  it('are not for other values', () => {
    for (const text of ['{"a":[1]}', '{"a":true}', '[1]', '1', '{"a":', '{"a":{"b":1}}']) {
      assert.equal(pairsOf(text), undefined, text);
    }
  });

  it('are never corrected', () => {
    const wrong: readonly Pair[] = [
      { key: 'a', kind: 'number', value: '1, "b": 2' },
      { key: 'a', kind: 'text', value: '' },
      { key: '', kind: 'text', value: 'x' },
      EMPTY_PAIR,
    ];
    assert.throws(() => JSON.parse(textOf(wrong)));
    assert.deepEqual(
      wrong.map((_, index) => pairIssues(wrong, index)),
      [{ value: 'number' }, { key: 'duplicate' }, { key: 'missing' }, {}],
    );
  });
});
