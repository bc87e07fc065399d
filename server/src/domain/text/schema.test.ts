import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { MAX_ISSUES } from './issue.ts';
import { issuesOf, unknownName } from './schema.ts';

const Inner = Type.Object(
  { size: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })) },
  { $id: 'Inner', additionalProperties: false },
);
const issues = issuesOf(
  Type.Object(
    {
      uri: Type.String({ minLength: 1, maxLength: 8 }),
      kind: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['a', 'b'] })),
      long: Type.Optional(Type.String({ minLength: 3 })),
      flag: Type.Optional(Type.Boolean()),
      list: Type.Optional(Type.Array(Type.Number())),
      'in/ner~': Type.Optional(Type.Unsafe<object>({ $ref: 'Inner#' })),
    },
    { additionalProperties: false },
  ),
  [Inner],
);

describe('the errors of a value', () => {
  const WORDS: readonly [value: unknown, at: string, detail: string][] = [
    [{}, '/uri', 'is required'],
    [[], '', 'must be an object, not an array'],
    ['x', '', 'must be an object, not a string'],
    [null, '', 'must be an object, not null'],
    [{ uri: '' }, '/uri', 'must not be empty'],
    [{ uri: 5 }, '/uri', 'must be a string, not a number'],
    [{ uri: null }, '/uri', 'must be a string, not null'],
    [{ uri: '123456789' }, '/uri', 'must have at most 8 characters'],
    [{ uri: 'a', long: 'ab' }, '/long', 'must have at least 3 characters'],
    [{ uri: 'a', kind: 'c' }, '/kind', 'must be one of a, b'],
    [{ uri: 'a', flag: 'true' }, '/flag', 'must be true or false, not a string'],
    [{ uri: 'a', list: {} }, '/list', 'must be an array, not an object'],
    [{ uri: 'a', list: [1, '2'] }, '/list/1', 'must be a number, not a string'],
    [{ uri: 'a', 'in/ner~': { size: 0 } }, '/in~1ner~0/size', 'must be >= 1'],
    [{ uri: 'a', 'in/ner~': { size: 10 } }, '/in~1ner~0/size', 'must be <= 9'],
    [
      { uri: 'a', 'in/ner~': { size: 1.5 } },
      '/in~1ner~0/size',
      'must be a whole number, not a fraction',
    ],
    [
      { uri: 'a', 'in/ner~': { size: '1' } },
      '/in~1ner~0/size',
      'must be a whole number, not a string',
    ],
    [
      { uri: 'a', 'in/ner~': { Size: 1 } },
      '/in~1ner~0/Size',
      'unknown field; did you mean "size"?',
    ],
    [{ uri: 'a', URI: 'a' }, '/URI', 'unknown field; did you mean "uri"?'],
    [
      { uri: 'a', 'x/y': 1 },
      '/x~1y',
      'unknown field; known names are uri, kind, long, flag, list, in/ner~',
    ],
  ];
  for (const [value, at, detail] of WORDS) {
    it(`${JSON.stringify(value)}: ${at} ${detail}`, () => {
      assert.deepEqual(issues(value), [{ pointer: at, detail }]);
    });
  }

  it('are complete', () => {
    const value = { kind: 'c', flag: 1, list: ['a', 'b'], 'in/ner~': { size: 0, sise: 1 }, x: 1 };
    assert.deepEqual(
      issues(value)
        .map((issue) => issue.pointer)
        .toSorted(),
      ['/flag', '/in~1ner~0/sise', '/in~1ner~0/size', '/kind', '/list/0', '/list/1', '/uri', '/x'],
    );
  });

  it('are empty for a valid value', () => {
    assert.deepEqual(issues({ uri: '🎁🎁🎁🎁🎁🎁🎁🎁', list: [1.5], 'in/ner~': { size: 9 } }), []);
  });

  it('report an inherited name as missing and a hostile one as unknown', () => {
    assert.equal(issues(JSON.parse('{"uri":"a","__proto__":1}'))[0]?.pointer, '/__proto__');
    assert.equal(issues({ uri: 'a', constructor: 1 })[0]?.pointer, '/constructor');
  });

  it('are at most 100', () => {
    const list = Array.from({ length: 10_000 }, () => 'x');
    assert.equal(issues({ uri: 'a', list }).length, MAX_ISSUES);
  });
});

describe('the suggested name', () => {
  const KNOWN = ['uri', 'routes', 'metadata', 'unique', 'redeem_limit'];
  const NEAR: readonly [name: string, meant: string | undefined][] = [
    ['redeemLimit', 'redeem_limit'],
    ['redeem-limit', 'redeem_limit'],
    ['REDEEM_LIMIT', 'redeem_limit'],
    ['redeem_limits', 'redeem_limit'],
    ['redem_limit', 'redeem_limit'],
    ['redm_limt', 'redeem_limit'],
    ['Uri', 'uri'],
    ['url', 'uri'],
    ['route', 'routes'],
    ['meta_data', 'metadata'],
    ['metdata', 'metadata'],
    ['uniqe', 'unique'],
    ['tags', undefined],
    ['meta', undefined],
    ['limit', undefined],
    ['', undefined],
    ['x'.repeat(10_000), undefined],
  ];
  for (const [name, meant] of NEAR) {
    it(`for "${name.slice(0, 20)}" is ${meant ?? 'missing, so all are listed'}`, () => {
      const tail =
        meant === undefined
          ? `; known names are ${KNOWN.join(', ')}`
          : `; did you mean "${meant}"?`;
      assert.equal(unknownName('field', name, KNOWN), `unknown field${tail}`);
    });
  }
  it('for a known name is the name itself', () => {
    for (const name of KNOWN)
      assert.match(unknownName('field', name, KNOWN), new RegExp(`"${name}"`));
  });
});
