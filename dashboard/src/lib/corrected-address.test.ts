import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { correctedAddresses, type AddressKind } from './corrected-address.ts';

const TABLE: readonly (readonly [kind: AddressKind, text: string, ...corrected: string[]])[] = [
  // Complete, or nothing is known about it.
  ['web', ''],
  ['web', 'https://shop.example'],
  ['web', ' https://shop.example/a '],
  ['web', 'HTTP://shop.example'],
  ['web', 'h'],
  ['web', 'https'],
  ['web', 'https:/'],
  ['web', 'https://'],
  ['web', 'shop'],
  ['web', 'not an address.'],
  ['web', 'ada@shop.example'],
  ['web', 'market://details?id=com.shop.app'],
  ['app', 'com.shop.app://products/5'],
  ['app', 'shop://'],
  ['base', 'com.shop.app://'],
  ['base', 'ht'],
  ['app', 'mailto:ada@shop.example'],
  ['app', 'shop'],
  ['destination', 'products/5'],
  ['destination', '/products/5'],
  ['destination', '/shop.example/5'],
  ['destination', 'index.html'],
  ['destination', 'menu.PDF?page=2'],
  ['destination', 'products/www.shop.example'],
  ['destination', 'v1.5/notes'],
  ['destination', 'shop://products/5'],
  // A missing scheme.
  ['destination', 'www.shop.example/sale', 'https://www.shop.example/sale'],
  ['destination', 'shop.example', 'https://shop.example'],
  ['destination', 'shop.example?a=b', 'https://shop.example?a=b'],
  ['destination', 'shop.example:8443/sale', 'https://shop.example:8443/sale'],
  ['destination', 'münchen.example/a', 'https://münchen.example/a'],
  ['destination', 'xn--mnchen-3ya.xn--p1ai', 'https://xn--mnchen-3ya.xn--p1ai'],
  ['destination', 'localhost:3000/a', 'https://localhost:3000/a'],
  ['destination', '10.0.0.5/a', 'https://10.0.0.5/a'],
  ['web', 'shop.example/:id', 'https://shop.example/:id'],
  ['web', '//shop.example/a', 'https://shop.example/a'],
  ['destination', '//shop.example/a', 'https://shop.example/a'],
  // A scheme with a typing error.
  ['web', 'https:/shop.example', 'https://shop.example'],
  ['web', 'https:///shop.example', 'https://shop.example'],
  ['web', 'https//shop.example', 'https://shop.example'],
  ['web', 'https:shop.example', 'https://shop.example'],
  ['web', 'http:/shop.example', 'http://shop.example'],
  ['web', 'htps://shop.example', 'https://shop.example'],
  ['web', 'ttps://shop.example/a', 'https://shop.example/a'],
  ['web', 'https://https://shop.example', 'https://shop.example'],
  // Quotes of other programs.
  ['web', '<https://shop.example/a>', 'https://shop.example/a'],
  ['destination', '"www.shop.example"', 'https://www.shop.example'],
  // The scheme of an app.
  ['base', 'shop.example', 'https://shop.example'],
  ['base', 'com.shop.app', 'com.shop.app://', 'https://com.shop.app'],
  ['base', 'shop', 'shop://'],
  ['base', 'shop:', 'shop://'],
  ['base', 'shop:/', 'shop://'],
  ['app', 'com.shop.app:/products/5', 'com.shop.app://products/5'],
  ['app', 'www.shop.example/5', 'https://www.shop.example/5'],
];

describe('the correction of an address', () => {
  for (const [kind, text, ...corrected] of TABLE) {
    it(`in a field for ${kind}: “${text}”`, () =>
      assert.deepEqual(correctedAddresses(text, kind), corrected));
  }

  it('is complete', () => {
    for (const [kind, , ...corrected] of TABLE) {
      for (const address of corrected) assert.deepEqual(correctedAddresses(address, kind), []);
    }
  });
});
