import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  capturedNames,
  capturesHost,
  carryOver,
  fill,
  parsePattern,
  usedNames,
} from './template.ts';
import type { BaseUri } from '../text/uri.ts';

function path(text: string): BaseUri {
  return { form: 'path', path: text };
}

describe('a pattern', () => {
  const RIGHT: readonly [pattern: string, names: string][] = [
    ['products', ''],
    ['products/:id', 'id'],
    ['/products/:id/', 'id'],
    ['products/:id/reviews/:review', 'id review'],
    ['docs/*rest', 'rest'],
    ['*rest', 'rest'],
    [':section/*rest', 'section rest'],
    [':_a1', '_a1'],
    [':constructor/:__proto__', 'constructor __proto__'],
    ['', ''],
    ['/', ''],
    ['produits/été/:id', 'id'],
    ['a%20b/:id', 'id'],
    ['a.b-c_d~e@f/(g)', ''],
  ];
  for (const [pattern, names] of RIGHT) {
    it(`"${pattern}" captures ${names || 'nothing'}`, () => {
      assert.ok('value' in parsePattern(pattern));
      assert.equal(capturedNames(pattern).join(' '), names);
    });
  }

  const WRONG: readonly [pattern: string, issue: RegExp][] = [
    ['products/:', /a name is letters/],
    ['products/:1', /a name is letters/],
    ['products/:a-b', /a name is letters/],
    ['products/:é', /a name is letters/],
    ['products/*', /a name is letters/],
    ['products/*/reviews', /a name is letters/],
    ['products/::id', /a name is letters/],
    ['products/id:id', /either fixed text or one complete :name or \*name/],
    ['products/p*', /either fixed text or one complete :name or \*name/],
    ['https://shop.example/products/:id', /either fixed text or one complete/],
    ['docs/*rest/end', /must come last/],
    ['*a/*b', /must come last/],
    [':id/:id', /captures "id" twice/],
    [':id/*id', /captures "id" twice/],
    ['products?id=:id', /must be a path/],
    ['products#:id', /must be a path/],
    ['pro\nducts', /control character/],
    ['pro\u202educts', /direction/],
    ['pro\ud800ducts', /surrogate/],
    ['products\\:id', /backslash/],
  ];
  for (const [pattern, issue] of WRONG) {
    it(`rejects ${JSON.stringify(pattern)}`, () => {
      const parsed = parsePattern(pattern);
      assert.match('issue' in parsed ? parsed.issue : '', issue);
      assert.deepEqual(capturedNames(pattern), []);
    });
  }
});

describe('a route pattern', () => {
  const FILLED: readonly [pattern: string, captures: Record<string, string>, link: string][] = [
    ['https://shop.example/p/:id', { id: '5' }, 'https://shop.example/p/5'],
    ['com.shop.app://product/:id/:id', { id: '5' }, 'com.shop.app://product/5/5'],
    ['shop://:a:b-:c', { a: '1', b: '2', c: '3' }, 'shop://12-3'],
    ['https://shop.example/d/*rest', { rest: 'a/b/c' }, 'https://shop.example/d/a/b/c'],
    ['https://shop.example/d/:rest', { rest: 'a/b' }, 'https://shop.example/d/a/b'],
    // A name includes all letters that follow.
    ['shop://:id_x', { id: '5', id_x: '6' }, 'shop://6'],
    // Percent escapes remain as they were sent.
    ['shop://p/:id', { id: 'a%2Fb%20c' }, 'shop://p/a%2Fb%20c'],
    // A port, the slashes after a scheme and unknown names are not replaced.
    ['https://shop.example:8080/:id', { id: '5' }, 'https://shop.example:8080/5'],
    ['shop://p/:other', { id: '5' }, 'shop://p/:other'],
    // In a query, captured text remains one value.
    ['shop://p?id=:id&x=1', { id: 'a&x=2+b' }, 'shop://p?id=a%26x%3D2%2Bb&x=1'],
    ['shop://p/:id?id=:id', { id: 'a&b=c' }, 'shop://p/a&b=c?id=a%26b%3Dc'],
    ['shop://p#:id', { id: 'a=b' }, 'shop://p#a%3Db'],
    // Captured text is not interpreted as a pattern.
    ['shop://x/:a/:b', { a: ':b', b: '$&' }, 'shop://x/:b/$&'],
    // In the position of a URL's host, characters that a host cannot contain are escaped.
    ['shop://:a/:a', { a: '@anna' }, 'shop://%40anna/@anna'],
    ['shop://:a', { a: 'a b:c[d]|^<e>' }, 'shop://a%20b%3Ac%5Bd%5D%7C%5E%3Ce%3E'],
    ['shop://*rest', { rest: 'a:b/c:d@e' }, 'shop://a%3Ab/c:d@e'],
  ];
  for (const [pattern, captures, link] of FILLED) {
    it(`${pattern} with ${JSON.stringify(captures)} is ${link}`, () => {
      assert.equal(fill(pattern, captures), link);
    });
  }

  it('is not filled much beyond the maximum length of a link', () => {
    const long = { a: '&'.repeat(2000) };
    for (const pattern of [
      ':a'.repeat(1000),
      `shop://p?${':a'.repeat(1000)}`,
      `shop://x${'/:a'.repeat(9)}`,
    ]) {
      const { length } = fill(pattern, long);
      assert.ok(length > 8192 && length <= 8192 + 3 * 2000, `${length} characters`);
    }
  });

  it('reports the names that it uses', () => {
    assert.deepEqual(usedNames('https://shop.example:8080/:id/*rest?q=:id'), ['id', 'rest', 'id']);
    assert.deepEqual(usedNames('market://details?id=com.shop.app'), []);
  });

  const HOSTS: readonly [pattern: string, captured: boolean][] = [
    ['https://:host/p', true],
    ['https://:shop.example/p', true],
    ['https://shop.:host/p', true],
    ['https://shop.example:port/p', true],
    ['https://shop.example*rest', true],
    ['HTTP://*rest', true],
    ['https://shop.example/:host', false],
    ['https://shop.example?:host', false],
    ['https://shop.example:8080/:id', false],
    ['com.shop.app://:id', false],
  ];
  for (const [pattern, captured] of HOSTS) {
    it(`${pattern} ${captured ? 'leaves' : 'does not leave'} the host to the caller`, () => {
      assert.equal(capturesHost(pattern), captured);
    });
  }

  const segments = fc.string({
    unit: fc.constantFrom(
      ...'aZ9-._~!$&()*+,;=:@é'.split(''),
      '%20',
      '%26',
      '%3D',
      '%2B',
      '%C3%A9',
    ),
  });
  it('keeps a query value one value for any captured text', () => {
    fc.assert(
      fc.property(segments, (segment) => {
        const filled = new URL(fill('https://shop.example/?id=:id&x=1', { id: segment }));
        const sent = decodeURIComponent(segment);
        assert.deepEqual(
          [...filled.searchParams],
          [
            ['id', sent],
            ['x', '1'],
          ],
        );
      }),
    );
  });
});

describe('query and fragment of the URI', () => {
  const CARRIED: readonly [link: string, uri: string, carried: string][] = [
    ['shop://p/5', 'products/5', 'shop://p/5'],
    ['shop://p/5', 'products/5?a=1', 'shop://p/5?a=1'],
    ['shop://p/5', 'products/5#top', 'shop://p/5#top'],
    ['shop://p/5', 'products/5?a=1#top', 'shop://p/5?a=1#top'],
    ['shop://p/5', '?a=1', 'shop://p/5?a=1'],
    ['shop://p/5', 'products/5?a=/?b#c?d#e', 'shop://p/5?a=/?b#c?d#e'],
    // The query and fragment of the route pattern take precedence.
    ['shop://p/5?own=1', 'products/5?a=1', 'shop://p/5?own=1'],
    ['shop://p/5?own=1', 'products/5?a=1#top', 'shop://p/5?own=1#top'],
    ['shop://p/5#own', 'products/5?a=1#top', 'shop://p/5?a=1#own'],
    ['shop://p/5?own=1#own', 'products/5?a=1#top', 'shop://p/5?own=1#own'],
    ['shop://p/5#own?no-query', 'products/5?a=1', 'shop://p/5?a=1#own?no-query'],
  ];
  for (const [link, uri, carried] of CARRIED) {
    it(`of ${uri} on ${link} make ${carried}`, () =>
      assert.equal(carryOver(link, path(uri)), carried));
  }
});
