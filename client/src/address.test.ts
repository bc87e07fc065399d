import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { codeOf, parseAddress, publishedCode } from './address.ts';

describe('parsing an address', () => {
  const ADDRESSES: readonly [url: string, host: string, path: string][] = [
    ['com.shop.app://product/5', '', 'product/5'],
    ['com.shop.app:///product/5', '', '/product/5'],
    ['COM.Shop-app+x://Product/5', '', 'Product/5'],
    ['com.shop.app://', '', ''],
    ['com.shop.app://product/5?x=1#y', '', 'product/5'],
    ['com.shop.app://product/5#y?x=1', '', 'product/5'],
    ['com.shop.app://product//5/', '', 'product//5/'],
    ['https://shop.example/products/5', 'shop.example', '/products/5'],
    ['https://shop.example', 'shop.example', ''],
    ['https://shop.example?x=1', 'shop.example', ''],
    ['HTTPS://Shop.Example:443/A', 'shop.example', '/A'],
    ['http://127.0.0.1:8080/a', '127.0.0.1:8080', '/a'],
    ['https://user@shop.example/a', 'user@shop.example', '/a'],
    ['https://[::1]:80/a', '[::1]', '/a'],
    // Not a URL, or relative: a path.
    ['/products/5', '', '/products/5'],
    ['products/5?x', '', 'products/5'],
    ['', '', ''],
    ['?', '', ''],
    ['#', '', ''],
    ['://x', '', '://x'],
    ['5com://x', '', '5com://x'],
    ['com.shop.app:/x', '', 'com.shop.app:/x'],
    ['//shop.example/a', '', '//shop.example/a'],
    ['\u0000\ud800\n', '', '\u0000\ud800\n'],
  ];
  for (const [url, host, path] of ADDRESSES) {
    it(JSON.stringify(url), () => {
      const address = parseAddress(url);
      assert.deepEqual([address.host, address.path], [host, path]);
    });
  }

  it('accepts any text and keeps its whole path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { path } = parseAddress(`x://${text}`);
        assert.equal(path, text.replace(/[?#][^]*/, ''));
      }),
    );
  });
});

describe('the query of an address', () => {
  const QUERIES: readonly [search: string, query: Record<string, string>, smartlink?: string][] = [
    ['?x=1&y=2', { x: '1', y: '2' }],
    ['?x=1&x=2', { x: '1' }],
    ['?x&y=', { x: '', y: '' }],
    ['?x=a=b', { x: 'a=b' }],
    ['?&&x=1&', { x: '1' }],
    ['?x=a+b%2Bc', { x: 'a b+c' }],
    ['?%78=%41', { x: 'A' }],
    ['?x=100%&y=%E0%A4', { x: '100%', y: '%E0%A4' }],
    ['?a?b=c?d', { 'a?b': 'c?d' }],
    ['?x=1#?y=2', { x: '1' }],
    ['?__proto__=1&constructor=2', JSON.parse('{"__proto__":"1","constructor":"2"}')],
    ['?smartlink=H7kTq2Rb&x=1', { x: '1' }, 'H7kTq2Rb'],
    ['?x=1&smartlink=H7kTq2Rb&smartlink=other', { x: '1' }, 'H7kTq2Rb'],
    ['?smartlink=https%3A%2F%2Fgo.shop.example%2FH7kTq2Rb', {}, 'H7kTq2Rb'],
    // Text that cannot be a code.
    ['?smartlink=', {}],
    ['?smartlink=abc', {}],
    ['?smartlink=__proto__', {}],
    ['?smartlink=..%2F..%2Fv2%2Fx', {}],
    [`?smartlink=${'a'.repeat(33)}`, {}],
  ];
  for (const [search, query, smartlink = null] of QUERIES) {
    it(search, () => {
      const address = parseAddress(`com.shop.app://a${search}`);
      assert.deepEqual({ ...address.query }, query);
      assert.equal(address.smartlink, smartlink);
      assert.equal(Object.getPrototypeOf(address.query), null);
    });
  }

  it('decodes any query that was encoded', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((name) => name !== 'smartlink');
    fc.assert(
      fc.property(text, text, (name, value) => {
        const search = `?${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
        assert.equal(parseAddress(`/a${search}`).query[name], value);
      }),
    );
  });

  it('takes time linear in the length', () => {
    const long = 2_000_000;
    const HOSTILE = ['a'.repeat(long), '/'.repeat(long), '?'.repeat(long), '&='.repeat(long / 2)];
    for (const text of [...HOSTILE, '%'.repeat(long), '://'.repeat(long / 3)]) {
      const start = process.cpuUsage();
      parseAddress(text);
      parseAddress(`https://a/?smartlink=${text}x`);
      const { user } = process.cpuUsage(start);
      assert.ok(user < 5_000_000, `${user} µs for "${text.slice(0, 3)}"`);
    }
  });
});

describe('the code in an address', () => {
  const CODES: readonly [smartlink: string, code: string][] = [
    ['H7kTq2Rb', 'H7kTq2Rb'],
    ['https://go.shop.example/H7kTq2Rb', 'H7kTq2Rb'],
    ['https://go.shop.example/l/H7kTq2Rb/?x=/y#/z', 'H7kTq2Rb'],
    ['/H7kTq2Rb', 'H7kTq2Rb'],
    ['H7kTq2Rb#x', 'H7kTq2Rb'],
    ['https://go.shop.example/%48%37kTq2Rb', 'H7kTq2Rb'],
    ['https://go.shop.example/H7kTq2R%', 'H7kTq2R%'],
    ['', ''],
    ['///', ''],
  ];
  for (const [smartlink, code] of CODES) {
    it(`of "${smartlink}" is "${code}"`, () => assert.equal(codeOf(smartlink), code));
  }
});

describe('the code of a published link', () => {
  const links = ['https://go.shop.example/', 'https://shop.example/l'].map(parseAddress);
  const URLS: readonly [url: string, code: string | undefined][] = [
    ['https://go.shop.example/H7kTq2Rb', 'H7kTq2Rb'],
    ['http://GO.shop.example:80/H7kTq2Rb/?x=1#y', 'H7kTq2Rb'],
    ['https://shop.example/l/H7kTq2Rb', 'H7kTq2Rb'],
    ['https://shop.example/l/%48%37kTq2Rb', 'H7kTq2Rb'],
    ['https://go.shop.example/x%2FH7kTq2Rb', undefined],
    ['https://shop.example/H7kTq2Rb', undefined],
    ['https://shop.example/L/H7kTq2Rb', undefined],
    ['https://shop.example/lH7kTq2Rb', undefined],
    ['https://go.shop.example/', undefined],
    ['https://go.shop.example/abc', undefined],
    ['https://go.shop.example/H7kTq2Rb/x', undefined],
    ['https://go.shop.example/H7k-q2Rb', undefined],
    ['https://go.shop.example.evil.example/H7kTq2Rb', undefined],
    ['https://go.shop.example@evil.example/H7kTq2Rb', undefined],
    ['com.shop.app://go.shop.example/H7kTq2Rb', undefined],
    ['/H7kTq2Rb', undefined],
  ];
  for (const [url, code] of URLS) {
    it(url, () => assert.equal(publishedCode(links, parseAddress(url)), code));
  }
});
