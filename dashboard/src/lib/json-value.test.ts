import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { COMPACT, printJson } from './json-print.ts';
import { isSameValue, nodeOf, valueOf } from './json-value.ts';

describe('a JavaScript value as a document', () => {
  it('is printed as by JSON.stringify, and converted back', () => {
    const json = fc.json({ maxDepth: 4 });
    fc.assert(
      fc.property(json, (text) => {
        const value: unknown = JSON.parse(text);
        assert.equal(printJson(nodeOf(value), COMPACT), JSON.stringify(value));
        assert.deepEqual(valueOf(nodeOf(value)), value);
      }),
    );
  });

  it('has no undefined members, and all digits of a number', () => {
    const value = { a: undefined, b: new LosslessNumber('9007199254740993') };
    assert.equal(printJson(nodeOf(value), COMPACT), '{"b":9007199254740993}');
  });
});

it('values are equal if their JSON is equal, regardless of the order of keys', () => {
  assert.ok(isSameValue({ a: 1, b: { c: 2 } }, { b: { c: 2 }, a: 1 }));
  assert.ok(isSameValue({ a: 1 }, { a: 1, b: undefined }));
  assert.ok(!isSameValue({ a: 1 }, { a: 1, b: false }));
  assert.ok(!isSameValue(['a', 'b'], ['b', 'a']));
});
