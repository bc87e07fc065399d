import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { metadataIssues } from '../../src/domain/link/metadata.ts';
import { openApi } from './api.ts';

const { contract } = await openApi();

/** JSON texts of all shapes, also with names that are dangerous in JavaScript. */
function documents(scalar: fc.Arbitrary<string>, leastKinds: boolean): fc.Arbitrary<string> {
  const key = fc.constantFrom('a', 'b', '', 'é', '__proto__', 'constructor', 'prototype', 'proto');
  const { value } = fc.letrec<{ value: string; object: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
      tie('object'),
    ),
    object: fc
      .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 4, selector: ([name]) => name })
      .map((pairs) => `{${pairs.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`),
  }));
  return leastKinds ? value : fc.oneof(value, fc.json());
}

test('the schema of metadata and the metadata rule agree', () => {
  const validate = contract.component('Metadata');
  const rule = (text: string) => metadataIssues(JSON.parse(text), text, '').length === 0;
  const schema = (text: string) => validate(JSON.parse(text));
  // Both check only the structure of these documents, so they must agree.
  const tame = fc.constantFrom('1', '-0.5', '"x"', '""', 'true', 'false', 'null');
  fc.assert(
    fc.property(documents(tame, true), (text) => assert.equal(schema(text), rule(text), text)),
    { numRuns: 5000 },
  );
  // For these documents, the rule may reject more than the schema, but never less.
  const wild = fc.oneof(
    tame,
    fc.constantFrom('1e400', '9007199254740993', '"\\u0000"', '"\\ud800"', '1e21'),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  );
  fc.assert(
    fc.property(documents(wild, false), (text) => {
      if (rule(text)) assert.ok(schema(text), `the rule accepts ${text}, the schema does not`);
      if (!schema(text)) assert.ok(!rule(text), `the schema rejects ${text}, the rule does not`);
    }),
    { numRuns: 5000 },
  );
});
