import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { headerCharset, metaCharset } from './page-charset.ts';

describe('the encoding of a page', () => {
  const HEADS: readonly [head: string, charset: string | undefined][] = [
    ['', undefined],
    ['<meta charset=Shift_JIS>', 'Shift_JIS'],
    ['<META CharSet = " windows-1251 ">', 'windows-1251'],
    [
      '<title>a</title><meta content="text/html; charset=koi8-r" http-equiv="Content-Type">',
      'koi8-r',
    ],
    ['<meta charset=a><meta charset=b>', 'a'],
    ['<!-- <meta charset=a> --><meta charset=b>', 'b'],
    ['<meta name=description content="charset=a">', undefined],
    ['<title><meta charset=a></title>', undefined],
    ['<meta charset=utf-16le>', 'utf-8'],
    ['<meta char', undefined],
  ];
  for (const [head, charset] of HEADS) {
    it(`of ${JSON.stringify(head)} is ${charset}`, () => assert.equal(metaCharset(head), charset));
  }

  it('can be in the header', () => {
    assert.equal(headerCharset('text/html; Charset="big5"'), 'big5');
    assert.equal(headerCharset('text/html'), undefined);
  });

  it('is searched in linear time', () => {
    const start = performance.now();
    assert.equal(headerCharset(`text/html; charset=${' '.repeat(100_000)};`), undefined);
    assert.ok(performance.now() - start < 1000);
  });
});
