import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { pointer } from './issue.ts';
import {
  canonicalJson,
  jsonPieces,
  MAX_JSON_DEPTH,
  parseJson,
  withLine,
  type JsonText,
} from './json.ts';

function read(text: string): JsonText {
  const parsed = parseJson(text);
  if ('issue' in parsed) assert.fail(`${parsed.issue.pointer} ${parsed.issue.detail}`);
  return parsed.json;
}

function issueOf(text: string): { pointer: string; detail: string } | undefined {
  const parsed = parseJson(text);
  return 'issue' in parsed ? parsed.issue : undefined;
}

describe('text that is not JSON', () => {
  const WRONG = [
    ['', ' ', '{', '}', '[1,]', '{"a":1,}', "{'a':1}", '{a:1}', 'undefined', 'NaN', '01', '+1'],
    ['"\n"', '"\\x"', '"\\u12"', '{} {}', '\ufeff{}', '\u00a0{}', '// a\n{}', '[1 2]'],
  ].flat();
  for (const text of WRONG) {
    it(`has one error for ${JSON.stringify(text)}`, () => {
      assert.equal(issueOf(text)?.pointer, '');
      assert.match(issueOf(text)?.detail ?? '', /^is not JSON: /);
    });
  }
});

describe('an error in a file', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    it(`has a line and a column after ${JSON.stringify(end)}`, () => {
      const text = `{${end}  "a": 1${end}  "b": 2}`;
      const detail = issueOf(text)?.detail ?? '';
      assert.match(withLine(detail, text), / in JSON at line 3, column 3$/);
    });
  }

  it('is unchanged without a position', () => {
    assert.equal(withLine('is not JSON: Unexpected end of JSON input', '{'), issueOf('')?.detail);
  });
});

describe('a duplicate key', () => {
  const TWICE: readonly [text: string, at: string][] = [
    ['{"a":1,"a":1}', '/a'],
    ['{"a":1,"b":2,"a":3}', '/a'],
    ['{ "a" : 1 , "a" : 2 }', '/a'],
    ['{"":1,"":2}', '/'],
    ['{"uri":"a","\\u0075ri":"b"}', '/uri'],
    ['{"\\u0075ri":"a","uri":"b"}', '/uri'],
    ['{"\\u0061\\u002f":1,"a\\/":2}', '/a~1'],
    ['{"~":1,"\\u007e":2}', '/~0'],
    ['{"\\"":1,"\\u0022":2}', '/"'],
    ['{"\\\\":1,"\\u005c":2}', '/\\'],
    ['{"é":1,"\\u00E9":2}', '/é'],
    ['{"\\ud83c\\udf81":1,"🎁":2}', '/🎁'],
    ['{"__proto__":1,"__proto__":2}', '/__proto__'],
    ['{"toString":1,"toString":2}', '/toString'],
    ['{"a":{"b":{"c":1,"c":2}}}', '/a/b/c'],
    ['{"a":[0,{"b":1},{"b":1,"b":2}]}', '/a/2/b'],
    ['[[],[{"a":1,"a":1}]]', '/1/0/a'],
    ['{"a":{"x":1,"x":1},"a":1}', '/a/x'],
  ];
  for (const [text, at] of TWICE) {
    it(`is reported in ${text} at ${at}`, () => {
      assert.deepEqual(issueOf(text), { pointer: at, detail: 'is a duplicate key' });
    });
  }

  const ONCE = [
    '{"a":1,"A":2}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":["a","a"],"b":"\\"a\\":1"}',
    '{"\\\\u0061":1,"a":2}',
    '{"a":"{\\"b\\":1,\\"b\\":2}"}',
    '{"é":1,"e\u0301":2}',
  ];
  for (const text of ONCE) {
    it(`is not reported in ${text}`, () => assert.equal(issueOf(text), undefined));
  }
});

describe('the source text of the members', () => {
  const MEMBERS: readonly [text: string, members: Readonly<Record<string, string>>][] = [
    ['{}', {}],
    ['[{"a":1}]', {}],
    ['"{}"', {}],
    ['{"a":1.10,"b":-0,"c":1e400}', { a: '1.10', b: '-0', c: '1e400' }],
    ['{"a":9007199254740993}', { a: '9007199254740993' }],
    [' { "a" : { "z" : 1 , "b" : [ 2 ] } } ', { a: '{ "z" : 1 , "b" : [ 2 ] }' }],
    ['{"\\u0061":"\\u0062","c":"}],{:\\""}', { a: '"\\u0062"', c: '"}],{:\\""' }],
    ['{"a":[],"b":{},"c":null,"d":true}', { a: '[]', b: '{}', c: 'null', d: 'true' }],
    ['{\n"a"\n:\n"x"\n,\n"b"\n:\n2\n}', { a: '"x"', b: '2' }],
  ];
  for (const [text, members] of MEMBERS) {
    it(`of ${JSON.stringify(text)}`, () => {
      assert.deepEqual(Object.fromEntries(read(text).members), members);
    });
  }
});

describe('the depth', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  it(`is limited to ${MAX_JSON_DEPTH}`, () => {
    assert.equal(issueOf(nested(MAX_JSON_DEPTH)), undefined);
    assert.match(issueOf(nested(MAX_JSON_DEPTH + 1))?.detail ?? '', /nested more than 64 levels/);
    assert.equal(issueOf('{"a":'.repeat(64) + '1' + '}'.repeat(64)), undefined);
    assert.match(issueOf('{"a":'.repeat(65) + '1' + '}'.repeat(65))?.detail ?? '', /nested/);
  });
  it('counts open levels, not all levels', () => {
    assert.equal(issueOf(`[${'[],'.repeat(1000)}{}]`), undefined);
  });
  it('of hostile text causes an error and no crash', () => {
    assert.match(issueOf(nested(100_000))?.detail ?? '', /nested/);
  });
});

/** A document before it is text: an ordered list of members, so that a key can occur twice. */
type Tree = string | readonly Tree[] | { readonly members: readonly Member[] };
type Member = readonly [key: string, escaped: boolean, value: Tree];

function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree);
}

function render(tree: Tree, space: string): string {
  if (typeof tree === 'string') return tree;
  if (isList(tree)) return `[${tree.map((item) => space + render(item, space)).join(',')}${space}]`;
  const members = tree.members.map(([key, escaped, value]) => {
    const hex = key.charCodeAt(0).toString(16).padStart(4, '0');
    const name = escaped ? `"\\u${hex}${key.slice(1)}"` : JSON.stringify(key);
    return `${space}${name}${space}:${space}${render(value, space)}${space}`;
  });
  return `{${members.join(',')}${space}}`;
}

/** A simple, slow implementation: finds the first key, in reading order, that its object already has. */
function firstTwin(tree: Tree, at: readonly (string | number)[]): string | undefined {
  if (typeof tree === 'string') return undefined;
  const seen: string[] = [];
  const entries = isList(tree)
    ? tree.map((value, index) => ({ key: index, value }))
    : tree.members.map(([key, , value]) => ({ key, value }));
  for (const { key, value } of entries) {
    if (typeof key === 'string' && seen.includes(key)) return pointer(...at, key);
    seen.push(String(key));
    const inner = firstTwin(value, [...at, key]);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

const { tree } = fc.letrec<{ tree: Tree; member: Member }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('1', '"a"', '"\\""', '"a\\\\"', 'null', '"{\\"a\\":1,\\"a\\":2}"'),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(tie('member'), { maxLength: 5 }).map((members) => ({ members })),
  ),
  member: fc.tuple(fc.constantFrom('a', 'b', 'c/d', '~e', '_f_', 'gg'), fc.boolean(), tie('tree')),
}));

describe('any JSON', () => {
  it('is read as the value that it was written from', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 1, 3), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const json = read(text);
        assert.equal(JSON.stringify(json.value), JSON.stringify(value));
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
        assert.deepEqual([...json.members.keys()].toSorted(), Object.keys(value).toSorted());
        for (const [key, source] of json.members) {
          assert.equal(JSON.stringify(JSON.parse(source)), JSON.stringify(value[key]));
        }
      }),
    );
  });

  it('has the same duplicate keys as a simple search finds', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom('', ' ', '\n\t'), (document, space) => {
        assert.equal(issueOf(render(document, space))?.pointer, firstTwin(document, []));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('canonical JSON', () => {
  const reversed = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(reversed);
    const members = Object.entries(value).map(([key, member]) => [key, reversed(member)] as const);
    return Object.fromEntries(members.toReversed());
  };

  it('does not depend on the order of keys, and has the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.equal(canonicalJson(reversed(value)), canonicalJson(value));
        assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('differs for another order of elements, another number or another text', () => {
    const texts = ['[1,2]', '[2,1]', '{"a":1}', '{"a":"1"}', '{"b":1}', '{"a":{"b":1}}', '{}'];
    const canonical = texts.map((text) => canonicalJson(JSON.parse(text)));
    assert.equal(new Set(canonical).size, texts.length);
  });
});

describe('jsonPieces', () => {
  it('yields the text of JSON.stringify', () => {
    const member = fc.oneof(fc.jsonValue(), fc.constant(undefined));
    const document = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.string(), fc.array(member)),
      fc.dictionary(fc.string(), member),
    );
    fc.assert(
      fc.property(document, fc.nat(4), (value, levels) => {
        assert.equal([...jsonPieces(value, levels)].join(''), JSON.stringify(value));
      }),
      { numRuns: 1000 },
    );
  });

  it('yields a piece for each element of a long list', () => {
    const pieces = [...jsonPieces({ app: { templates: Array.from({ length: 500 }, () => ({})) } })];
    assert.ok(pieces.length >= 500);
    assert.ok(pieces.every((piece) => piece.length < 20));
  });
});
