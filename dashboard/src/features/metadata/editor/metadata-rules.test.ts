import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pointerOf } from '../../../lib/json-node.ts';
import { checkMetadata, MAX_METADATA_BYTES } from './metadata-rules.ts';

function issuesOf(text: string): readonly [at: string, detail: string][] {
  return checkMetadata(text).issues.map(({ path, detail }) => [pointerOf(path), detail]);
}

describe('valid metadata', () => {
  const VALID = [
    '{}',
    '{"coupon":"WELCOME","percent":10}',
    '{"":""}',
    '{"a":["x",1,[2,["y"]],{"b":[{"c":1}]}]}',
    '{"a":[{}]}',
    '{"a":0.1,"b":-0,"c":1.10,"d":1e-7,"e":2.5e3}',
    '{"a":9007199254740991,"b":-9007199254740991}',
    '{"a":0.12345678901234568,"b":100.000000000000000000000,"c":5e-324,"d":0e999}',
    '{"1":1,"0":0,"toString":"x","hasOwnProperty":1,"proto":1}',
    '{"a":"\\u0001\\n\\"\\\\","é":"🎁","\\u202e":"\\u202e"}',
    '{"constructors":1,"__proto":1,"a":["__proto__","constructor"]}',
    ' { "a" : 1 } ',
  ];
  for (const text of VALID) it(text, () => assert.deepEqual(issuesOf(text), []));
});

describe('invalid metadata', () => {
  const INVALID: readonly [text: string, at: string, detail: RegExp][] = [
    ['null', '', /^must be an object, not null$/],
    ['[]', '', /^must be an object, not an array$/],
    ['{"a":null}', '/a', /^must be a string, a number or an array, not null$/],
    ['{"a":{}}', '/a', /^must be a string, a number or an array, not an object$/],
    [
      '{"a":[0,false]}',
      '/a/1',
      /^must be a string, a number, an array or an object, not a boolean$/,
    ],
    ['{"a":[{"b":{}}]}', '/a/0/b', /^must be a string, a number or an array, not an object$/],
    ['{"a":9007199254740992}', '/a', /beyond ±9007199254740991/],
    ['{"a":9007199254740993.0}', '/a', /beyond ±9007199254740991/],
    ['{"a":1e309}', '/a', /too large/],
    ['{"a":[0.1234567890123456789]}', '/a/0', /would become 0\.12345678901234568/],
    ['{"a":1.00000000000000000001}', '/a', /would become 1;/],
    ['{"a":1e-400}', '/a', /would become 0;/],
    ['{"a":"\\ud83c"}', '/a', /unpaired surrogate/],
    ['{"a":"\\udf81x"}', '/a', /unpaired surrogate/],
    ['{"a":"x\\u0000"}', '/a', /U\+0000/],
    ['{"\\ud83c":1}', '/\ud83c', /^the key contains an unpaired surrogate/],
    ['{"a/b~c":null}', '/a~1b~0c', /not null$/],
    ['{"__proto__":null}', '/__proto__', /__proto__/],
    ['{"a":[{"constructor":1}]}', '/a/0/constructor', /constructor/],
    ['{"a":1,"\\u0061":2}', '/a', /duplicate key/],
    ['{"a":[{"b":1,"c":1,"b":1}]}', '/a/0/b', /duplicate key/],
    ['{"a":1,}', '', /extra comma/],
    ['', '', /^is empty/],
  ];
  for (const [text, at, detail] of INVALID) {
    it(text || 'an empty text', () => {
      const found = issuesOf(text);
      assert.deepEqual(
        found.map(([pointer]) => pointer),
        [at],
      );
      assert.match(found[0]?.[1] ?? '', detail);
    });
  }
  it('reports all issues with their locations', () => {
    const text = '{ "a": null,\n  "prototype": 1, "b": [true] }';
    const marked = checkMetadata(text).issues.map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(marked, ['null', '"prototype"', 'true']);
  });
});

describe('keys that a JavaScript object would lose', () => {
  it('are reported even inside invalid values', () => {
    for (const [text, at] of [
      ['{"a":{"b":1,"b":2}}', '/a/b'],
      ['[[{"b":1,"b":2}]]', '/0/0/b'],
      ['{"a":{"b":[{"__proto__":1}]}}', '/a/b/0/__proto__'],
      ['{"constructor":{"b":1,"b":2}}', '/constructor/b'],
    ] as const) {
      const keys = checkMetadata(text).issues.filter(({ kind }) => kind === 'key');
      assert.equal(pointerOf(keys.at(-1)?.path ?? []), at);
    }
  });
});

describe('limits', () => {
  it('of size count the UTF-8 bytes that are sent', () => {
    const most = `{"a":"${'é'.repeat((MAX_METADATA_BYTES - 8) / 2)}"}`;
    assert.equal(checkMetadata(`\n ${most} `).bytes, MAX_METADATA_BYTES);
    assert.deepEqual(issuesOf(` ${most}\n`), []);
    assert.match(
      issuesOf(most.replace('é', 'éa'))[0]?.[1] ?? '',
      /^is 16,385 bytes of JSON; at most 16,384$/,
    );
  });
  it('of keys count keys on all levels', () => {
    const keys = (n: number): string =>
      `{"a":[{${Array.from({ length: n - 1 }, (_, i) => `"${i}":1`).join()}}]}`;
    assert.deepEqual(issuesOf(keys(1000)), []);
    assert.match(issuesOf(keys(1001))[0]?.[1] ?? '', /^has 1,001 keys/);
    assert.equal(checkMetadata(keys(7)).keys, 7);
  });
  it('of depth count nested arrays and objects', () => {
    const nested = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    assert.deepEqual(issuesOf(nested(31)), []);
    assert.match(issuesOf(nested(32))[0]?.[1] ?? '', /more than 32 levels deep/);
    assert.equal(issuesOf(nested(100_000)).length, 1);
  });
});

describe('metadata with a schema', () => {
  const schema = {
    properties: { percent: { maximum: 90 }, steps: { items: { required: ['id'] } } },
    required: ['coupon'],
  };
  const bySchema = (text: string): readonly [at: string, detail: string, marked: string][] =>
    checkMetadata(text, schema).issues.map(({ path, detail, start, end }) => [
      pointerOf(path),
      detail,
      text.slice(start, end),
    ]);

  it('has its errors at their keys; what is missing, at what would contain it', () => {
    assert.deepEqual(bySchema('{"coupon":1,"percent":90.0}'), []);
    assert.deepEqual(bySchema('{"coupon":1,"percent":91}'), [
      ['/percent', 'must be at most 90', '"percent"'],
    ]);
    assert.deepEqual(bySchema('{"steps":[1,{}]}'), [
      ['', '“coupon” is required', '{"steps":[1,{}]}'],
      ['/steps/1', '“id” is required', '{}'],
    ]);
  });

  it('has only the errors of all metadata, if there are any', () => {
    assert.deepEqual(
      bySchema('{"percent":true}').map(([at]) => at),
      ['/percent'],
    );
    assert.deepEqual(bySchema('{').length, 1);
  });
});
