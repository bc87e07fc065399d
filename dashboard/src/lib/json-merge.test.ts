import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { isSame, pointerOf, type JsonNode } from './json-node.ts';
import { parseJson } from './json-parse.ts';
import { COMPACT, printJson } from './json-print.ts';
import { mergeNodes, mergeValues, type Side } from './json-merge.ts';

function read(text: string | undefined): JsonNode | undefined {
  if (text === undefined) return undefined;
  const parsed = parseJson(text);
  if ('issue' in parsed) assert.fail(text);
  return parsed.node;
}

function merged(
  texts: readonly [base: string | undefined, mine: string | undefined, theirs: string | undefined],
  choices: Readonly<Record<string, Side>> = {},
): readonly [text: string | undefined, conflicts: readonly string[]] {
  const [base, mine, theirs] = texts.map(read);
  const { node, conflicts } = mergeNodes(base, mine, theirs, {
    choices: new Map(Object.entries(choices)),
  });
  return [node && printJson(node, COMPACT), conflicts.map(({ path }) => pointerOf(path))];
}

describe('two changes of one document', () => {
  const CASES: readonly [
    base: string | undefined,
    mine: string,
    theirs: string,
    out: string,
    conflicts: readonly string[],
  ][] = [
    ['{"a":1}', '{"a":2}', '{"a":1}', '{"a":2}', []],
    ['{"a":1}', '{"a":1}', '{"a":2}', '{"a":2}', []],
    ['{"a":1}', '{"a":2}', '{"a":2}', '{"a":2}', []],
    ['{"a":1,"b":1}', '{"a":2,"b":1}', '{"a":1,"b":2}', '{"a":2,"b":2}', []],
    ['{"a":1}', '{"a":1,"m":1}', '{"a":1,"t":1}', '{"a":1,"t":1,"m":1}', []],
    ['{"a":1,"b":1}', '{"b":1}', '{"a":1,"b":2}', '{"b":2}', []],
    ['{"a":1}', '{"a":2}', '{"a":3}', '{"a":2}', ['/a']],
    ['{"a":1}', '{}', '{"a":3}', '{}', ['/a']],
    ['{}', '{"a":1}', '{"a":2}', '{"a":1}', ['/a']],
    ['{}', '{"a":1}', '{"a":1}', '{"a":1}', []],
    [undefined, '{"a":1}', '{"b":2}', '{"b":2,"a":1}', []],
    ['{"l":[1,2]}', '{"l":[9,2]}', '{"l":[1,8]}', '{"l":[9,8]}', []],
    [
      '{"l":[{"a":1,"b":1}]}',
      '{"l":[{"a":2,"b":1}]}',
      '{"l":[{"a":1,"b":2}]}',
      '{"l":[{"a":2,"b":2}]}',
      [],
    ],
    ['{"l":[1]}', '{"l":[1,2]}', '{"l":[1]}', '{"l":[1,2]}', []],
    ['{"l":[1,2]}', '{"l":[2,1]}', '{"l":[1,8]}', '{"l":[2,1]}', ['/l']],
    ['{"l":[1,2]}', '{"l":[9,2]}', '{"l":[2,1]}', '{"l":[9,2]}', ['/l']],
    ['{"l":[1,2,3]}', '{"l":[2,3,4]}', '{"l":[1,2,8]}', '{"l":[2,3,4]}', ['/l']],
    ['{"l":[1,2]}', '{"l":[2,1]}', '{"l":[1,2]}', '{"l":[2,1]}', []],
    ['{"l":[1]}', '{"l":[1,2]}', '{"l":[1,3]}', '{"l":[1,2]}', ['/l']],
    ['{"l":[1]}', '{"l":"x"}', '{"l":[2]}', '{"l":"x"}', ['/l']],
    [
      '{"1":1.0,"b":1}',
      '{"1":1.0,"b":2}',
      '{"b":1,"1":1.0,"0":1e2}',
      '{"1":1.0,"0":1e2,"b":2}',
      [],
    ],
  ];
  for (const [base, mine, theirs, out, conflicts] of CASES) {
    it(`${base}: ${mine} and ${theirs}`, () => {
      assert.deepEqual(merged([base, mine, theirs]), [out, conflicts]);
    });
  }

  it('are merged with the choice for each conflict', () => {
    const texts = ['{"a":1,"b":1,"c":1}', '{"a":2,"b":2}', '{"a":3,"b":3,"c":3}'] as const;
    const choices = { '/a': 'theirs', '/b': 'mine', '/c': 'theirs' } as const;
    const [out, conflicts] = merged(texts, choices);
    assert.deepEqual([out, conflicts], ['{"a":3,"b":2,"c":3}', ['/a', '/b', '/c']]);
    assert.equal(merged(texts, { '/c': 'mine' })[0], '{"a":2,"b":2}');
  });

  it('result in no document if both removed it', () => {
    assert.deepEqual(merged(['{}', undefined, undefined]), [undefined, []]);
  });

  it('of values can be merged field by field', () => {
    const base = { url: 'a', tags: ['x', 'y'], types: { all: true, selected: [] } };
    const mine = { ...base, tags: ['z', 'y'], types: { all: true, selected: ['1'] } };
    const theirs = { url: 'b', tags: ['x', 'w'], types: { all: false, selected: [] } };
    const { value, conflicts } = mergeValues(base, mine, theirs, { byField: true });
    assert.deepEqual(value, { ...mine, url: 'b' });
    assert.deepEqual(
      conflicts.map(({ path }) => path),
      [['tags'], ['types']],
    );
    const choices = new Map([['/types', 'theirs' as const]]);
    assert.deepEqual(mergeValues(base, mine, theirs, { byField: true, choices }).value, {
      ...mine,
      url: 'b',
      types: theirs.types,
    });
    assert.deepEqual(mergeValues<object>(base, mine, theirs).value, {
      url: 'b',
      tags: ['z', 'w'],
      types: { all: false, selected: ['1'] },
    });
  });
});

const keys = fc.constantFrom('a', 'b', 'c', 'd', '1', '2');
const document = fc.dictionary(keys, fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true });
const textOf = (value: unknown): string => JSON.stringify(value);

describe('any changes', () => {
  it('of different keys are both merged', () => {
    fc.assert(
      fc.property(
        document,
        document,
        fc.subarray(['a', 'b', 'c', 'd', '1', '2']),
        (base, other, ours) => {
          const take = (own: boolean): Record<string, unknown> =>
            Object.fromEntries(
              ['a', 'b', 'c', 'd', '1', '2'].flatMap((key) => {
                const from = ours.includes(key) === own ? other : base;
                return Object.hasOwn(from, key) ? [[key, from[key]]] : [];
              }),
            );
          const [out, conflicts] = merged([textOf(base), textOf(take(true)), textOf(take(false))]);
          assert.deepEqual(conflicts, []);
          assert.ok(isSame(read(out), read(textOf(other))), out);
        },
      ),
    );
  });

  it('of only one side are taken from that side', () => {
    fc.assert(
      fc.property(document, document, (base, other) => {
        const [a, b] = [textOf(base), textOf(other)];
        assert.deepEqual(merged([a, b, a]), [b, []]);
        assert.deepEqual(merged([a, a, b]), [b, []]);
      }),
    );
  });

  it('result in the values of theirs if every choice is theirs', () => {
    fc.assert(
      fc.property(document, document, document, (base, mine, theirs) => {
        const texts = [textOf(base), textOf(mine), textOf(theirs)] as const;
        const choices = Object.fromEntries(merged(texts)[1].map((at) => [at, 'theirs' as const]));
        const out = JSON.parse(merged(texts, choices)[0]!) as Record<string, unknown>;
        for (const key of Object.keys(theirs)) {
          const untouched = textOf(base[key]) === textOf(theirs[key]);
          if (!untouched && (mine[key] === undefined || choices[`/${key}`])) {
            assert.equal(textOf(out[key]), textOf(theirs[key]));
          }
        }
      }),
    );
  });
});
