import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { findNearest, isSame, isSameInOrder, type JsonNode } from './json-node.ts';
import { parseJson } from './json-parse.ts';
import { COMPACT, formatted, printJson, READABLE, styleOf } from './json-print.ts';

function read(text: string): JsonNode {
  const parsed = parseJson(text);
  if ('issue' in parsed) assert.fail(`${text}: ${parsed.issue} at ${parsed.position}`);
  return parsed.node;
}

describe('invalid JSON', () => {
  const INVALID: readonly [text: string, issue: string, position: number][] = [
    ['', 'empty', 0],
    [' \n', 'empty', 0],
    ['{', 'key', 1],
    ['{"a"}', 'colon', 4],
    ['{"a":}', 'value', 5],
    ['{"a":1', 'commaInObject', 6],
    ['{"a":1 "b":2}', 'commaInObject', 7],
    ['[1 2]', 'commaInArray', 3],
    ['[1,]', 'trailingComma', 2],
    ['{"a":1 , }', 'trailingComma', 7],
    ['{a:1}', 'key', 1],
    ["{'a':1}", 'key', 1],
    ['{"a":1} {}', 'textAfterEnd', 8],
    ['[01]', 'commaInArray', 2],
    ['+1', 'value', 0],
    ['.5', 'value', 0],
    ['NaN', 'value', 0],
    ['tru', 'value', 0],
    ['"a', 'unterminatedString', 0],
    ['["a\nb"]', 'controlCharacter', 3],
    ['["\\x"]', 'escape', 2],
    ['["\\u12"]', 'escape', 2],
    ['\ufeff{}', 'value', 0],
    ['['.repeat(100_000), 'tooDeep', 200],
  ];
  for (const [text, issue, position] of INVALID) {
    it(JSON.stringify(text.slice(0, 20)), () =>
      assert.deepEqual(parseJson(text), { issue, position }),
    );
  }
});

describe('parsed JSON', () => {
  it('equals the result of JSON.parse; both reject the same texts', () => {
    const pieces = fc.constantFrom(...'{}[],:"\\ 01-.eEtrufalsn'.split(''), '"a"', 'null', '\n');
    const texts = fc.oneof(
      fc.json({ maxDepth: 5 }),
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        let value: unknown;
        try {
          value = JSON.parse(text);
        } catch {
          assert.ok('issue' in parseJson(text));
          return;
        }
        assert.deepEqual(JSON.parse(printJson(read(text), COMPACT)), value);
      }),
      { numRuns: 2000 },
    );
  });

  it('has the position of every node', () => {
    const text = '{ "a": [1.0, {"b": "\\u00e9"}] }';
    const root = read(text);
    for (const [pointer, source] of [
      ['', text.trim()],
      ['/a', '[1.0, {"b": "\\u00e9"}]'],
      ['/a/0', '1.0'],
      ['/a/1/b', '"\\u00e9"'],
    ] as const) {
      const { node, missing } = findNearest(root, pointer);
      assert.deepEqual(missing, []);
      assert.equal(text.slice(node.start, node.end), source);
      assert.equal(node.source, source);
    }
    assert.deepEqual(findNearest(root, '/a/2').missing, ['2']);
    const nearest = findNearest(root, '/a/1/c~1d/0');
    assert.deepEqual(
      [nearest.path, nearest.missing],
      [
        ['a', 1],
        ['c/d', '0'],
      ],
    );
    assert.deepEqual(findNearest(read('{"a/b~":[1]}'), '/a~1b~0/0').path, ['a/b~', 0]);
  });
});

describe('printed JSON', () => {
  const TEXT = '{"z":1.0,"2":1e2,"1":["\\u00e9",{}],"b":[]}';
  it('keeps numbers, escapes and the order of keys in each style', () => {
    assert.equal(formatted(TEXT, COMPACT), TEXT);
    assert.equal(
      formatted(TEXT, READABLE),
      '{\n  "z": 1.0,\n  "2": 1e2,\n  "1": [\n    "\\u00e9",\n    {}\n  ],\n  "b": []\n}',
    );
    assert.equal(formatted('{"a":[1]}', { indent: undefined, spaced: true }), '{"a": [1]}');
    assert.equal(formatted('{"a"', READABLE), '{"a"');
  });
  it('has the style of a text', () => {
    assert.deepEqual(styleOf(TEXT), COMPACT);
    assert.deepEqual(styleOf('{"a": 1}'), { indent: undefined, spaced: true });
    assert.deepEqual(styleOf('{\n\t"a": 1\n}'), { indent: '\t', spaced: true });
    for (const text of ['{}', ' [ ] ', '{\n  "a": 1}', '{\n}'])
      assert.deepEqual(styleOf(text), READABLE);
  });
  it('is the same document in every style', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        assert.ok(isSameInOrder(read(formatted(text, READABLE)), read(text)));
      }),
    );
  });
});

describe('equal documents', () => {
  it('can differ in the order of keys but not in the spelling of numbers', () => {
    assert.ok(isSame(read('{"a":1,"b":[{"c":1,"d":2}]}'), read('{"b":[{"d":2,"c":1}],"a":1}')));
    assert.ok(!isSameInOrder(read('{"a":1,"b":2}'), read('{"b":2,"a":1}')));
    assert.ok(isSame(read('"\\u0061"'), read('"a"')));
    for (const [a, b] of [
      ['1', '1.0'],
      ['[1,2]', '[2,1]'],
      ['{}', '[]'],
      ['"1"', '1'],
      ['{"a":1}', '{"b":1}'],
    ] as const) {
      assert.ok(!isSame(read(a), read(b)), `${a} ${b}`);
    }
    assert.ok(isSame(undefined, undefined) && !isSame(undefined, read('null')));
  });
});
