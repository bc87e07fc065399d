import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { joinBase, parseAddress, parseBaseUri, type BaseUri } from './uri.ts';

function read(text: string): BaseUri {
  const parsed = parseBaseUri(text);
  if ('issue' in parsed) assert.fail(`${text} ${parsed.issue}`);
  return parsed.value;
}

function issueOf(text: string): string {
  const parsed = parseBaseUri(text);
  return 'issue' in parsed ? parsed.issue : 'is accepted';
}

function addressIssue(text: string): string {
  const parsed = parseAddress(text);
  return 'issue' in parsed ? parsed.issue : 'is accepted';
}

describe('parseBaseUri', () => {
  const FORMS: readonly [text: string, form: BaseUri['form'], path: string][] = [
    ['https://shop.example/products/5', 'http', 'products/5'],
    ['http://shop.example/products/5?ref=mail#top', 'http', 'products/5?ref=mail#top'],
    ['HTTPS://Shop.Example/Products/5', 'http', 'Products/5'],
    ['https://shop.example:8443/a', 'http', 'a'],
    ['https://[::1]:8443/a', 'http', 'a'],
    ['https://shop.example', 'http', ''],
    ['https://shop.example/', 'http', ''],
    ['https://shop.example?ref=mail', 'http', '?ref=mail'],
    ['https://shop.example#top', 'http', '#top'],
    ['https://shop.example/a%2Fb/%c3%a9/é', 'http', 'a%2Fb/%c3%a9/é'],
    ['https://shop.example/a/../b/./c', 'http', 'a/../b/./c'],
    ['https://shop.example/?next=https://else.example/', 'http', '?next=https://else.example/'],
    ['com.shop.app://product/5', 'deep-link', 'product/5'],
    ['shop://product/5?ref=mail#top', 'deep-link', 'product/5?ref=mail#top'],
    ['Shop+v2.app-x://Product', 'deep-link', 'Product'],
    ['shop:///product/5', 'deep-link', '/product/5'],
    ['shop://', 'deep-link', ''],
    ['products/5', 'path', 'products/5'],
    ['/products/5', 'path', 'products/5'],
    ['products/5/', 'path', 'products/5/'],
    ['products/a:b', 'path', 'products/a:b'],
    ['/', 'path', ''],
    ['?ref=mail', 'path', '?ref=mail'],
    ['search?q=a:b', 'path', 'search?q=a:b'],
    ['@anna', 'path', '@anna'],
  ];
  for (const [text, form, path] of FORMS) {
    it(`reads ${text} as ${form} with the path "${path}"`, () => {
      const uri = read(text);
      assert.deepEqual({ form: uri.form, path: uri.path }, { form, path });
      assert.equal(uri.scheme, form === 'path' ? undefined : text.split(':')[0]?.toLowerCase());
    });
  }

  const NEITHER: readonly [text: string, issue: RegExp][] = [
    ['//else.example/a', /begins with "\/\/"/],
    ['///else.example/a', /begins with "\/\/"/],
    ['mailto:anna', /neither/],
    ['shop:product/5', /neither/],
    ['shop:/product/5', /neither/],
    ['https:shop.example', /neither/],
    ['https:/shop.example', /neither/],
    ['1shop://product/5', /neither/],
    ['my_shop://product/5', /neither/],
    ['a:b', /neither/],
    [':', /neither/],
  ];
  for (const [text, issue] of NEITHER) {
    it(`rejects ${text}`, () => assert.match(issueOf(text), issue));
  }
});

describe('parseAddress', () => {
  const WRONG: readonly [text: string, issue: RegExp][] = [
    ['https://', /must have a host/],
    ['https:///else.example', /must have a host/],
    ['https://?a', /must have a host/],
    ['https://#a', /must have a host/],
    ['https://[::1', /cannot be read/],
    ['https://a b.example', /cannot be read/],
    ['https://shop.example:99999/', /cannot be read/],
    ['https://user@shop.example/', /user info/],
    ['https://user:secret@shop.example/', /user info/],
    ['https://@shop.example/', /user info/],
    ['https://:@shop.example/', /user info/],
    ['https://shop.example@else.example/', /user info/],
    ['https://shop.example%40@else.example/', /user info/],
    ['https://a＠else.example/', /cannot be read/],
    ['shop://user@host/product', /user info/],
    ['shop://user:secret@host', /user info/],
    ['https:\\\\else.example', /backslash/],
    ['https://shop.example\\@else.example/', /backslash/],
  ];
  for (const [text, issue] of WRONG) {
    it(`rejects ${text}`, () => {
      assert.match(issueOf(text), issue);
      assert.match(addressIssue(text), issue);
    });
  }

  const RIGHT = [
    'https://shop.example/@anna',
    'https://shop.example?mail=anna@mail.example',
    'https://shop.example#@anna',
    'https://shop.example/a:b@c',
    'https://bücher.example/',
    'https://xn--bcher-kva.example/',
    'http://127.0.0.1:3000/a',
    'shop://product/anna@mail.example',
  ];
  for (const text of RIGHT) {
    it(`accepts ${text}`, () => {
      assert.equal(issueOf(text), 'is accepted');
      assert.equal(addressIssue(text), 'is accepted');
    });
  }

  it('accepts an address without "//" if nothing is joined to it', () => {
    assert.equal(addressIssue('market:details?id=com.shop.app'), 'is accepted');
    assert.equal(addressIssue('tel:+4930123456'), 'is accepted');
    assert.match(addressIssue('https:shop.example'), /must have a host/);
    assert.match(addressIssue('products/5'), /must be absolute/);
    assert.match(addressIssue('//shop.example'), /must be absolute/);
  });
});

describe('joinBase', () => {
  const JOINED: readonly [base: string, path: string, link: string][] = [
    ['https://shop.example', 'products/5', 'https://shop.example/products/5'],
    ['https://shop.example/', 'products/5', 'https://shop.example/products/5'],
    ['https://shop.example', '/products/5', 'https://shop.example/products/5'],
    ['https://shop.example/app', 'products/5', 'https://shop.example/app/products/5'],
    ['com.shop.app://', 'products/5', 'com.shop.app://products/5'],
    // In the position of a URL's host, characters that a host cannot contain are escaped.
    ['com.shop.app://', '@anna/a@b', 'com.shop.app://%40anna/a@b'],
    ['com.shop.app://', 'red shoes/a b', 'com.shop.app://red%20shoes/a b'],
    ['com.shop.app://', 'item:5?a:b', 'com.shop.app://item%3A5?a:b'],
    ['com.shop.app://open', '@anna', 'com.shop.app://open/@anna'],
    ['com.shop.app://open', 'products/5', 'com.shop.app://open/products/5'],
    ['https://shop.example', '', 'https://shop.example'],
    ['com.shop.app://', '', 'com.shop.app://'],
    ['https://shop.example', '?ref=mail', 'https://shop.example?ref=mail'],
    ['https://shop.example', '#top', 'https://shop.example#top'],
    ['https://shop.example', '@else.example', 'https://shop.example/@else.example'],
    ['https://shop.example', '.else.example', 'https://shop.example/.else.example'],
  ];
  for (const [base, path, link] of JOINED) {
    it(`of ${base} and "${path}" is ${link}`, () =>
      assert.equal(joinBase(base, { form: 'deep-link', path }), link));
  }

  const segment = fc.string({
    unit: fc.constantFrom(...'abcXYZ019-._~%2F:@!$&()*+,;='.split('')),
    maxLength: 6,
  });
  const path = fc.array(segment, { maxLength: 5 }).map((parts) => parts.join('/'));
  const tail = fc.constantFrom('', '?a=1', '#top', '?a=/b//c#d?e');

  it('returns the URI if it has the same base', () => {
    fc.assert(
      fc.property(path, tail, (middle, end) => {
        const uri = `https://shop.example/${middle}${end}`;
        const link = joinBase('https://shop.example', read(uri));
        // "https://shop.example" and "https://shop.example/" are the same address.
        assert.equal(new URL(link).href, new URL(uri).href);
      }),
    );
  });

  it('returns a valid address for any path of an accepted URI', () => {
    const odd = fc.string({ unit: fc.constantFrom(...'a/:@ []<>^|%?#&é"{}.,'.split('')) });
    fc.assert(
      fc.property(fc.oneof(path, odd, fc.string({ unit: 'grapheme' })), (text) => {
        const parsed = parseBaseUri(text);
        if ('issue' in parsed) return;
        assert.equal(addressIssue(joinBase('com.shop.app://', parsed.value)), 'is accepted');
      }),
      { numRuns: 1000 },
    );
  });

  it('never leaves the host of a web base', () => {
    fc.assert(
      fc.property(fc.oneof(path, fc.string()), (text) => {
        const parsed = parseBaseUri(text);
        if ('issue' in parsed) return;
        const url = new URL(joinBase('https://shop.example', parsed.value));
        assert.equal(url.host, 'shop.example');
      }),
    );
  });
});
