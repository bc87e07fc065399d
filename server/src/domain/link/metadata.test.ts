import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { MAX_ISSUES } from '../text/issue.ts';
import { metadataIssues } from './metadata.ts';

const AT = '/metadata';

/** The errors of metadata that was sent as `text`. */
function issuesOf(text: string): readonly { pointer: string; detail: string }[] {
  return metadataIssues(JSON.parse(text), text, AT);
}

describe('accepted metadata', () => {
  const GOOD = [
    '{}',
    '{"coupon":"WELCOME","percent":10}',
    '{"":""}',
    '{"a":[]}',
    '{"a":["x",1,[2,["y"]],{"b":[{"c":1}]}]}',
    '{"a":[{}]}',
    '{"a":0.1,"b":-0,"c":1.10,"d":1e-7,"e":2.5e3}',
    '{"a":9007199254740991,"b":-9007199254740991}',
    '{"1":1,"0":0,"toString":"x","hasOwnProperty":1,"proto":1}',
    '{"a":"\\u0001\\n\\"\\\\","é":"🎁","\\u202e":"\\u202e"}',
    '{"constructors":1,"__proto":1,"a":["__proto__","constructor"]}',
    ' { "a" : 1 } ',
  ];
  for (const text of GOOD) {
    it(text, () => assert.deepEqual(issuesOf(text), []));
  }
});

describe('rejected metadata', () => {
  const WRONG: readonly [text: string, at: string, detail: RegExp][] = [
    ['null', '', /^must be an object, not null$/],
    ['[]', '', /^must be an object, not an array$/],
    ['"x"', '', /^must be an object, not a string$/],
    ['1', '', /^must be an object, not a number$/],
    ['{"a":null}', '/a', /^must be a string, a number or an array, not null$/],
    ['{"a":true}', '/a', /not a boolean$/],
    ['{"a":{}}', '/a', /^must be a string, a number or an array, not an object$/],
    ['{"a":[null]}', '/a/0', /^must be a string, a number, an array or an object, not null$/],
    ['{"a":[0,false]}', '/a/1', /not a boolean$/],
    ['{"a":[{"b":{}}]}', '/a/0/b', /not an object$/],
    ['{"a":[{"b":null}]}', '/a/0/b', /not null$/],
    ['{"a":9007199254740992}', '/a', /beyond ±9007199254740991/],
    ['{"a":-9007199254740992}', '/a', /beyond ±9007199254740991/],
    ['{"a":9007199254740993.0}', '/a', /beyond ±9007199254740991/],
    ['{"a":1e300}', '/a', /beyond ±9007199254740991/],
    ['{"a":1e309}', '/a', /too large/],
    ['{"a":[-1e309]}', '/a/0', /too large/],
    ['{"a":"\\ud83c"}', '/a', /unpaired surrogate/],
    ['{"a":"\\udf81x"}', '/a', /unpaired surrogate/],
    ['{"a":"x\\u0000"}', '/a', /U\+0000/],
    ['{"\\ud83c":1}', '/\ud83c', /^the key contains an unpaired surrogate/],
    ['{"x\\u0000":1}', '/x\0', /^the key contains the character U\+0000/],
    ['{"a":[{"\\u0000":1}]}', '/a/0/\0', /^the key contains/],
    ['{"a/b~c":null}', '/a~1b~0c', /not null$/],
    ['{"__proto__":1}', '/__proto__', /^the key "__proto__" is refused$/],
    ['{"\\u005f_proto__":{}}', '/__proto__', /is refused$/],
    ['{"constructor":"x"}', '/constructor', /is refused$/],
    ['{"prototype":[]}', '/prototype', /is refused$/],
    ['{"a":[{"__proto__":"x"}]}', '/a/0/__proto__', /is refused$/],
  ];
  for (const [text, at, detail] of WRONG) {
    it(`${text} at ${JSON.stringify(AT + at)}`, () => {
      const issues = issuesOf(text);
      assert.equal(issues.length, 1);
      assert.equal(issues[0]?.pointer, AT + at);
      assert.match(issues[0]?.detail ?? '', detail);
    });
  }

  it('reports all errors at once', () => {
    const text =
      '{"a":null,"b":[true,{"c":{}}],"constructor":1,"d":1e309,"e":"\\ud800","f":"fine"}';
    assert.deepEqual(
      issuesOf(text).map((issue) => issue.pointer.slice(AT.length)),
      ['/a', '/b/0', '/b/1/c', '/constructor', '/d', '/e'],
    );
  });
  it('reports at most 100 errors', () => {
    assert.ok(issuesOf(`{"a":[${'null,'.repeat(2000)}null]}`).length <= MAX_ISSUES);
    const both = `{"a":[${'null,'.repeat(60)}null],"b":[${'0.1234567890123456789,'.repeat(60)}1]}`;
    assert.equal(issuesOf(both).length, MAX_ISSUES);
  });

  it('reports few errors whose pointers are long', () => {
    const key = '/'.repeat(12_000);
    for (const text of [`${'true,'.repeat(100)}1`, `${'0.1234567890123456789,'.repeat(110)}1`]) {
      const issues = issuesOf(`{"${key}":[${text}]}`);
      assert.ok(issues.length >= 1);
      assert.ok(JSON.stringify(issues).length < 100_000);
    }
    const tooLarge = issuesOf(`{"${key}":[${'true,'.repeat(2000)}1]}`);
    assert.deepEqual(
      tooLarge.map(({ pointer }) => pointer),
      ['/metadata'],
    );
  });
});

describe('the limits of metadata', () => {
  const bytes = (count: number, char = 'x'): string => {
    const room = count - '{"a":""}'.length;
    const size = Buffer.byteLength(char);
    return `{"a":"${char.repeat(Math.floor(room / size))}${'x'.repeat(room % size)}"}`;
  };
  it('allow 16,384 bytes of text as it was sent', () => {
    for (const char of ['x', 'é', '🎁']) {
      assert.deepEqual(issuesOf(bytes(16_384, char)), []);
      assert.match(issuesOf(bytes(16_385, char))[0]?.detail ?? '', /16385 bytes.*at most 16384/);
    }
    assert.deepEqual(issuesOf(`{${' '.repeat(16_382)}}`), []);
    assert.equal(issuesOf(`{${' '.repeat(16_383)}}`)[0]?.pointer, AT);
  });

  const lists = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  it('allow 32 levels, including the object itself', () => {
    assert.deepEqual(issuesOf(lists(32)), []);
    assert.match(issuesOf(lists(33))[0]?.detail ?? '', /more than 32 levels/);
    // 15 objects in arrays within one object: 31 levels, and a value that adds none.
    const mixed = (levels: number): string =>
      '{"a":' + '[{"a":'.repeat(levels) + '"x"' + '}]'.repeat(levels) + '}';
    assert.deepEqual(issuesOf(mixed(15)), []);
    assert.match(issuesOf(mixed(16))[0]?.detail ?? '', /more than 32 levels/);
  });

  it('allow 1,000 keys at all levels together', () => {
    const keys = (count: number): string =>
      Array.from({ length: count }, (_, index) => `"${index}":1`).join(',');
    assert.deepEqual(issuesOf(`{${keys(1000)}}`), []);
    assert.match(issuesOf(`{${keys(1001)}}`)[0]?.detail ?? '', /1001 keys; at most 1000/);
    assert.deepEqual(issuesOf(`{"a":[{${keys(499)}},{${keys(500)}}]}`), []);
    assert.match(issuesOf(`{"a":[{${keys(500)}},{${keys(500)}}]}`)[0]?.detail ?? '', /1001 keys/);
  });
});

/** A simple, slow implementation of the rule. */
function fits(value: unknown, place: 'value' | 'element' | 'object'): boolean {
  if (Array.isArray(value))
    return place !== 'object' && value.every((item) => fits(item, 'element'));
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value);
    return (
      place !== 'value' &&
      keys.every((key) => key.isWellFormed() && !key.includes('\0')) &&
      !keys.some((key) => ['__proto__', 'constructor', 'prototype'].includes(key)) &&
      Object.values(value).every((inner) => fits(inner, 'value'))
    );
  }
  if (place === 'object') return false;
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  return !Number.isInteger(value) || Math.abs(value) <= 2 ** 53 - 1;
}

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
const key = fc.oneof({ weight: 9, arbitrary: text }, fc.constantFrom('__proto__', 'constructor'));
const { member } = fc.letrec<{ member: string; element: string }>((tie) => {
  const leaf = fc.oneof(
    { weight: 4, arbitrary: text.map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
    { weight: 2, arbitrary: fc.maxSafeInteger().map(String) },
    fc.constantFrom('"\\ud800"', '"\\u0000"', '9007199254740992', '1e999', 'null', 'true'),
  );
  const list = fc.array(tie('element'), { maxLength: 4 }).map((items) => `[${items.join()}]`);
  const object = fc
    .uniqueArray(fc.tuple(key, tie('member')), { selector: ([name]) => name, maxLength: 3 })
    .map((all) => `{${all.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`);
  return {
    member: fc.oneof({ depthSize: 'small' }, leaf, list, { weight: 1, arbitrary: object }),
    element: fc.oneof({ depthSize: 'small' }, leaf, list, object),
  };
});
const documents = fc
  .array(fc.tuple(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), member), { maxLength: 4 })
  .map((all) => `{${all.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`);

describe('any metadata', () => {
  it('is accepted exactly if the specification allows it', () => {
    fc.assert(
      fc.property(documents, (source) => {
        assert.equal(issuesOf(source).length === 0, fits(JSON.parse(source), 'object'), source);
      }),
      { numRuns: 1000 },
    );
  });

  it('is returned exactly as it was sent if it is accepted', () => {
    fc.assert(
      fc.property(documents, (source) => {
        if (issuesOf(source).length > 0) return;
        const value: unknown = JSON.parse(source);
        const stored = Buffer.from(JSON.stringify(value), 'utf8').toString('utf8');
        assert.equal(stored, JSON.stringify(value));
        assert.deepEqual(JSON.parse(stored), value);
      }),
      { numRuns: 1000 },
    );
  });
});
