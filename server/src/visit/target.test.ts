import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { ownAddresses } from '../domain/link/own-address.ts';
import { MAX_LINK_LENGTH } from '../domain/text/uri.ts';
import { targetOf, withCode } from './target.ts';

const own = ownAddresses('https://api.example', 'https://go.example', []);

describe('the target of an address', () => {
  const TARGETS: readonly [address: string, kind: 'web' | 'app', href: string][] = [
    ['https://shop.example', 'web', 'https://shop.example/'],
    ['HTTP://Shop.Example:80/a/../b?q#f', 'web', 'http://shop.example/b?q#f'],
    ['https://bücher.example/ä?ö#ü', 'web', 'https://xn--bcher-kva.example/%C3%A4?%C3%B6#%C3%BC'],
    ['https://shop.example/a b"<>', 'web', 'https://shop.example/a%20b%22%3C%3E'],
    ['https://shop.example/%zz%20', 'web', 'https://shop.example/%zz%20'],
    ['https://shop.example/\r\nSet-Cookie: a=b', 'web', 'https://shop.example/Set-Cookie:%20a=b'],
    ['https://go.example/docs', 'web', 'https://go.example/docs'],
    ['https://go.example.else.example/Xk4TqmPr', 'web', 'https://go.example.else.example/Xk4TqmPr'],
    ['com.shop.app://Product/5?a=1#b', 'app', 'com.shop.app://Product/5?a=1#b'],
    ['com.shop.app://', 'app', 'com.shop.app://'],
    ['SHOP://p', 'app', 'shop://p'],
    ['shop://p/"><script>', 'app', 'shop://p/%22%3E%3Cscript%3E'],
    ['market://details?id=com.shop.app', 'app', 'market://details?id=com.shop.app'],
    ['itms-apps://apps.apple.com/app/id1', 'app', 'itms-apps://apps.apple.com/app/id1'],
    ['tel:+4930123456', 'app', 'tel:+4930123456'],
  ];
  for (const [address, kind, href] of TARGETS) {
    it(`${JSON.stringify(address)}: ${kind}, serialized again`, () => {
      assert.deepEqual(targetOf(address, own), { href, kind });
    });
  }

  const NOWHERE = [
    ['', ' ', 'products/5', '/products/5', '//shop.example/', '@web', 'https:', 'https://'],
    ['javascript:alert(1)', 'JaVa\nScRiPt:alert(1)', '\0 javascript:alert(1)', 'vbscript:x'],
    ['data:text/html,x', 'file:///etc/passwd', 'blob:https://a/b', 'filesystem:https://a/b'],
    ['about:blank', 'view-source:https://a', 'content://a', 'intent://a#Intent;end', 'jar:x'],
    ['android-app://a', 'chrome://settings', 'chrome-extension://a', 'ms-word:ofe|u|x'],
    ['ws://a', 'wss://a', 'https://user@shop.example/', 'https://user:secret@shop.example/'],
    ['shop://user@p', 'https://go.example/Xk4TqmPr', 'http://GO.example./Xk4TqmPr/?a'],
    ['https:\\\\go.example\\Xk4TqmPr', 'https:go.example/Xk4TqmPr', 'https://api.example/Xk4TqmPr'],
    ['https://a b/', 'https://shop.example:99999/', 'shop_app://x', '5://x'],
  ].flat();
  for (const address of NOWHERE) {
    it(`${JSON.stringify(address)}: none`, () => assert.equal(targetOf(address, own), undefined));
  }

  it(`accepts at most ${MAX_LINK_LENGTH} characters`, () => {
    const address = (length: number): string => 'https://shop.example/'.padEnd(length, 'a');
    assert.ok(targetOf(address(MAX_LINK_LENGTH), own));
    assert.equal(targetOf(address(MAX_LINK_LENGTH + 1), own), undefined);
    const emoji = (count: number): string => `app://${'🎁'.repeat(count - 'app://'.length)}`;
    assert.ok(targetOf(emoji(MAX_LINK_LENGTH), own));
    assert.equal(targetOf(emoji(MAX_LINK_LENGTH + 1), own), undefined);
  });
});

describe('any target', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'https://',
      'http:',
      'shop://',
      'go.example',
      'user@',
      'javascript:',
      '/',
      '\\',
    ),
    fc.constantFrom(
      '..',
      '?',
      '#',
      ' ',
      '\t',
      '\r\n',
      '%',
      'é',
      'Xk4TqmPr',
      '\ud800',
      ':',
      '"',
      '<',
    ),
    fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint)),
  );
  const address = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join('')),
  );
  it('is valid in a header, and does not change when it is parsed again', () => {
    fc.assert(
      fc.property(address, (text) => {
        const target = targetOf(text, own);
        if (!target) return;
        assert.match(
          target.href,
          target.kind === 'web' ? /^https?:\/\/[\x21-\x7e]+$/ : /^[\x20-\x7e]+$/,
        );
        assert.deepEqual(targetOf(target.href, own), target);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the code in an app's address", () => {
  const TABLE: readonly [href: string, given: string][] = [
    ['shop://p/5', 'shop://p/5?smartlink=H7kTq2Rb'],
    ['shop://', 'shop://?smartlink=H7kTq2Rb'],
    ['shop://p/5?a=1', 'shop://p/5?a=1&smartlink=H7kTq2Rb'],
    ['shop://p/5?a=%20+b', 'shop://p/5?a=%20+b&smartlink=H7kTq2Rb'],
    ['shop://p/5#top', 'shop://p/5?smartlink=H7kTq2Rb#top'],
    ['shop://p/5#top?smartlink=x', 'shop://p/5?smartlink=H7kTq2Rb#top?smartlink=x'],
    ['shop://p/5?a#b?c', 'shop://p/5?a&smartlink=H7kTq2Rb#b?c'],
    // A parameter of the app stays.
    ['shop://p/5?smartlink=other', 'shop://p/5?smartlink=other'],
    ['shop://p/5?a=smartlink', 'shop://p/5?a=smartlink&smartlink=H7kTq2Rb'],
    // Not the address of an app.
    ['tel:+4930123', 'tel:+4930123'],
    ['mailto:a@shop.example?subject=x', 'mailto:a@shop.example?subject=x'],
    ['market://details?id=a', 'market://details?id=a'],
    ['itms-apps://apps.apple.com/app/id1', 'itms-apps://apps.apple.com/app/id1'],
  ];
  for (const [href, given] of TABLE) {
    it(`is in ${given}`, () => assert.equal(withCode(href, 'H7kTq2Rb'), given));
  }
});
