import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { isMultipleOf } from './multiple-of.ts';
import { KEYWORDS, readIssues, schemaIssues } from './schema-check.ts';
import { valueIssues, type Json } from './schema-value.ts';

interface Case {
  readonly schema: unknown;
  readonly refused?: readonly (readonly [pointer: string, detail: string])[];
  readonly right?: readonly unknown[];
  readonly wrong?: readonly (readonly [value: unknown, pointer: string, detail: string])[];
}

// The service reads the same table: server/src/domain/schema/schema.test.ts.
const TABLE = new URL('../../../server/test/metadata-schema-cases.json', import.meta.url);
const CASES = JSON.parse(readFileSync(TABLE, 'utf8')) as readonly Case[];

/** In any order: the service reports errors in another one. */
const sorted = <T extends { readonly pointer: string }>(issues: readonly T[]): readonly T[] =>
  issues.toSorted((a, b) => (a.pointer < b.pointer ? -1 : 1));

describe('schemas of the table, as in the service', () => {
  for (const { schema, refused = [], right = [], wrong = [] } of CASES) {
    it(JSON.stringify(schema), () => {
      assert.deepEqual(
        sorted(readIssues(schema)),
        sorted(refused.map(([pointer, detail]) => ({ pointer, detail }))),
      );
      if (refused.length > 0) return;
      for (const value of right) assert.deepEqual(valueIssues(schema as Json, value), []);
      for (const [value, pointer, detail] of wrong) {
        assert.deepEqual(valueIssues(schema as Json, value), [{ pointer, detail }]);
      }
    });
  }

  it('have every keyword', () => {
    const texts = JSON.stringify(CASES);
    for (const keyword of KEYWORDS) assert.ok(texts.includes(`"${keyword}":`), keyword);
  });
});

describe('limits of a schema', () => {
  const nested = (levels: number): object =>
    levels === 1 ? {} : { properties: { a: nested(levels - 1) } };

  it('levels, bytes, errors, and that it is about objects', () => {
    assert.deepEqual(schemaIssues(nested(16)), []);
    assert.equal(schemaIssues(nested(17))[0]?.detail, 'is nested more than 16 levels deep');
    const [issue] = schemaIssues({ $comment: 'é'.repeat(8200) });
    assert.equal(issue?.detail, 'is 16415 bytes of JSON; at most 16384');
    const wrong = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, 1]));
    assert.equal(schemaIssues(wrong).length, 20);
    assert.deepEqual(schemaIssues({ type: ['string'] }), [
      { pointer: '/type', detail: 'must include "object": metadata is an object' },
    ]);
  });

  it('errors of a value', () => {
    const values = Array.from({ length: 50 }, () => 'x');
    assert.equal(valueIssues({ items: { type: 'number' } }, values).length, 20);
  });
});

it('multiples are those of decimal digits', () => {
  assert.ok(isMultipleOf(0.3, 0.1));
  assert.ok(isMultipleOf(-1e21, 1e20));
  assert.ok(!isMultipleOf(0.31, 0.1));
});
