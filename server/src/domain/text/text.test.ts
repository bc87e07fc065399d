import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { addressTextIssue } from './text.ts';

/** Inclusive. */
function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const REFUSED: readonly [what: string, issue: RegExp, codePoints: readonly number[]][] = [
  ['C0 controls', /control character/, range(0x00, 0x1f)],
  ['delete and C1 controls', /control character/, range(0x7f, 0x9f)],
  ['line and paragraph separators', /control character/, [0x2028, 0x2029]],
  ['direction marks', /direction/, [0x061c, 0x200e, 0x200f]],
  ['direction embeddings and overrides', /direction/, range(0x202a, 0x202e)],
  ['direction isolates', /direction/, range(0x2066, 0x2069)],
  ['what a parser of host names drops', /invisible/, [0x00ad, 0x034f, 0x200b, 0x2060, 0xfeff]],
  ['tags, which carry hidden text', /invisible/, [0xe0001, 0xe0041, 0xe007f]],
  ['high surrogates without a low one', /surrogate/, [0xd800, 0xdbff]],
  ['low surrogates without a high one', /surrogate/, [0xdc00, 0xdfff]],
];

describe('the text of an address', () => {
  for (const [what, issue, codePoints] of REFUSED) {
    it(`must not contain ${what} at any position`, () => {
      for (const codePoint of codePoints) {
        const char = String.fromCodePoint(codePoint);
        const name = `U+${codePoint.toString(16)}`;
        for (const text of [`${char}products/5`, `prod${char}ucts/5`, `products/5${char}`]) {
          assert.match(addressTextIssue(text) ?? '', issue, name);
        }
      }
    });
  }

  it('must not contain a backslash, which parsers of web addresses read as a slash', () => {
    assert.match(
      addressTextIssue('https:\\\\evil.example') ?? '',
      /backslash; write "\/" or "%5C"/,
    );
  });

  it('must not have white space at either end, but can have it inside', () => {
    for (const space of [' ', '\u00a0', '\u3000']) {
      assert.match(addressTextIssue(`${space}products/5`) ?? '', /begins or ends/);
      assert.match(addressTextIssue(`products/5${space}`) ?? '', /begins or ends/);
      assert.equal(addressTextIssue(`products/red${space}shoes`), undefined);
    }
  });

  const GOOD = [
    'products/5',
    'https://shop.example/p?q=a&b=%00#top',
    'com.shop.app://product/5',
    'produits/été',
    '商品/5',
    'מוצר/5',
    'منتج/٥',
    'gifts/🎁',
    'a|b/{c}/"d"/<e>/`f`',
  ];
  for (const text of GOOD) {
    it(`can be ${text}`, () => assert.equal(addressTextIssue(text), undefined));
  }

  it('can contain surrogate pairs, but not half of one', () => {
    const astral = fc.integer({ min: 0x10000, max: 0xdffff });
    fc.assert(
      fc.property(astral, (codePoint) => {
        const char = String.fromCodePoint(codePoint);
        assert.equal(addressTextIssue(`a${char}b`), undefined);
        assert.match(addressTextIssue(`a${char.charAt(0)}b`) ?? '', /surrogate/);
        assert.match(addressTextIssue(`a${char.charAt(1)}b`) ?? '', /surrogate/);
      }),
    );
  });
});
