import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { parseJson } from '../../../lib/json-parse.ts';
import { COMPACT, printJson } from '../../../lib/json-print.ts';
import type { JsonNode } from '../../../lib/json-node.ts';
import { editedNode, editedValue } from './keep-order.ts';
import { SourceText } from './source-text.ts';

type Values = Record<string, unknown>;

function read(text: string): JsonNode {
  const parsed = parseJson(text);
  if ('issue' in parsed) assert.fail(text);
  return parsed.node;
}

/** The text after `change` was applied to its value, as in the tree editor. */
function changed(text: string, change: (value: Values) => Values): string {
  const before = read(text);
  return printJson(editedNode(change(editedValue(before) as Values), before), COMPACT);
}

describe('a document that was edited in the tree', () => {
  const CASES: readonly [
    what: string,
    text: string,
    change: (value: Values) => Values,
    out: string,
  ][] = [
    [
      'a changed value',
      '{"b":1,"2":1,"a":1,"1":1}',
      (v) => ({ ...v, a: 'x' }),
      '{"b":1,"2":1,"a":"x","1":1}',
    ],
    ['a new key', '{"b":1,"2":1}', (v) => ({ ...v, c: 'x' }), '{"b":1,"2":1,"c":"x"}'],
    ['a new numeric key', '{"b":1,"2":1}', (v) => ({ ...v, 0: 'x' }), '{"b":1,"2":1,"0":"x"}'],
    ['a removed key', '{"b":1,"2":1,"a":1,"1":1}', ({ b: _b, ...v }) => v, '{"2":1,"a":1,"1":1}'],
    [
      'a removed key before a numeric key',
      '{"b":1,"a":1,"1":1}',
      ({ a: _a, ...v }) => v,
      '{"b":1,"1":1}',
    ],
    [
      'a key renamed to a number',
      '{"b":1,"a":7,"c":1}',
      ({ a, ...v }) => ({ 5: a, ...v }),
      '{"b":1,"5":7,"c":1}',
    ],
    [
      'a numeric key renamed',
      '{"b":1,"5":7,"c":1}',
      ({ 5: a, ...v }) => ({ a, ...v }),
      '{"b":1,"a":7,"c":1}',
    ],
    [
      'a numeric key renamed to another number',
      '{"b":1,"5":7,"c":1}',
      ({ 5: a, ...v }) => ({ ...v, 6: a }),
      '{"b":1,"6":7,"c":1}',
    ],
    [
      'a moved key',
      '{"a":1,"7":1,"b":1,"c":1}',
      ({ a, ...v }) => ({ ...v, a }),
      '{"b":1,"c":1,"a":1,"7":1}',
    ],
    [
      'a nested change',
      '{"l":[{"b":1,"2":1}]}',
      () => ({ l: [{ 2: new LosslessNumber('9.0'), b: 1 }] }),
      '{"l":[{"b":1,"2":9.0}]}',
    ],
    [
      'an element inserted at the beginning',
      '{"l":[{"b":1,"2":1}]}',
      (v) => ({ l: ['x', ...(v.l as unknown[])] }),
      '{"l":["x",{"b":1,"2":1}]}',
    ],
    [
      'a removed element',
      '{"l":[1.0,{"b":1,"2":1}]}',
      (v) => ({ l: (v.l as unknown[]).slice(1) }),
      '{"l":[{"b":1,"2":1}]}',
    ],
    [
      'an array replaced by an object',
      '{"l":[1]}',
      () => ({ l: { 1: 1, a: 1 } }),
      '{"l":{"a":1,"1":1}}',
    ],
  ];
  for (const [what, text, change, out] of CASES) {
    it(`with ${what}`, () => {
      // The keys of a new object have no previous order; numeric keys are put at the end.
      assert.equal(changed(text, change), out);
    });
  }
});

const key = fc.oneof(
  fc.constantFrom('a', 'b', 'c', '0', '1', '2', '10', '007', ' ', 'é'),
  fc.string({ maxLength: 3 }),
);
const number = fc.constantFrom('1.0', '1e2', '-0', '0.10', '12345678901234567890', '1E+2', '7');
const { text: anyText } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    number,
    fc.string().map((value) => JSON.stringify(value)),
    fc.constantFrom('true', 'false', 'null', '"\\u00e9"', '"\\/"'),
    fc.array(tie('text'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(key, tie('text')), { maxLength: 5, selector: ([name]) => name })
      .map(
        (members) =>
          `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`,
      ),
  ),
}));

describe('any document', () => {
  it('is printed as it was written', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const node = read(text);
        assert.equal(printJson(editedNode(editedValue(node), node), COMPACT), text);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps everything else when one key is removed', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 1, maxLength: 6 }), fc.nat(), (keys, nth) => {
        const text = `{${keys.map((name, i) => `${JSON.stringify(name)}:${i}.0`).join(',')}}`;
        const removed = keys[nth % keys.length];
        const without = changed(text, (value) =>
          Object.fromEntries(Object.entries(value).filter(([name]) => name !== removed)),
        );
        const left = keys.flatMap((name, i) =>
          name === removed ? [] : `${JSON.stringify(name)}:${i}.0`,
        );
        assert.equal(without, `{${left.join(',')}}`);
      }),
    );
  });
});

describe('the source text of the tree', () => {
  const TEXT = '{\n  "name": "x",\n  "2": 1.0,\n  "sizes": [1, 2, 3],\n  "1": "\\u00e9"\n}';

  it('is unchanged if nothing was changed or a change was undone', () => {
    const sourceText = new SourceText();
    sourceText.setText(TEXT);
    const value = sourceText.parse(TEXT) as Values;
    assert.equal(sourceText.textFor(value), TEXT);
    const { 2: _2, ...less } = value;
    const text = sourceText.textFor(less);
    assert.equal(text, '{\n  "name": "x",\n  "sizes": [1, 2, 3],\n  "1": "\\u00e9"\n}');
    assert.equal(sourceText.textFor({ ...value }), TEXT);
  });

  it('keeps unchanged parts exactly, including line breaks', () => {
    const sourceText = new SourceText();
    sourceText.setText(TEXT);
    const value = sourceText.parse(TEXT) as Values;
    assert.equal(sourceText.textFor({ ...value, name: 'y' }), TEXT.replace('"x"', '"y"'));
  });

  it('is given to the editor unchanged, and in another layout if the editor asks for one', () => {
    const sourceText = new SourceText();
    sourceText.setText(TEXT);
    const value = { ...(sourceText.parse(TEXT) as Values), name: 'y' };
    const text = sourceText.textFor(value);
    assert.equal(sourceText.stringify(value, null, 2), text);
    assert.equal(
      sourceText.stringify(sourceText.parse(text)),
      '{"name":"y","2":1.0,"sizes":[1,2,3],"1":"\\u00e9"}',
    );
    assert.equal(sourceText.stringify(new LosslessNumber('1.0')), '1.0');
  });

  it('is rejected if a JavaScript object would lose something', () => {
    const sourceText = new SourceText();
    assert.throws(
      () => sourceText.parse('{"a":1,"a":1}'),
      /“a” is a duplicate key \(at position 7\)/,
    );
    assert.throws(() => sourceText.parse('{"constructor":1}'), /“constructor” is not allowed/);
    assert.throws(() => sourceText.parse('{"a":1,}'), /position 6/);
    assert.equal(JSON.stringify(sourceText.parse('{"a":null}')), '{"a":null}');
  });
});
