import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressWithoutScheme, intendedAddress } from './intended-address.ts';

describe('a destination without a scheme', () => {
  for (const [uri, address] of [
    ['example.com/x', 'https://example.com/x'],
    [' shop.example ', 'https://shop.example'],
    ['shop.example/products/5?a=b#c', 'https://shop.example/products/5?a=b#c'],
    ['"www.shop.example"', 'https://www.shop.example'],
    ['https//shop.example', 'https://shop.example'],
    ['10.0.0.5/a', 'https://10.0.0.5/a'],
    // It has one.
    ['https://shop.example/x', undefined],
    ['HTTP://shop.example', undefined],
    ['https://https://shop.example', undefined],
    ['com.shop.app://products/5', undefined],
    // A path.
    ['products/5', undefined],
    ['/shop.example/5', undefined],
    ['index.html', undefined],
    ['v1.5/notes', undefined],
    ['', undefined],
  ] as const) {
    it(`“${uri}”`, () => assert.equal(addressWithoutScheme(uri), address));
  }

  it('is found in a long text in a short time', () => {
    for (const text of [
      'a'.repeat(60_000),
      'a.'.repeat(30_000),
      'a-'.repeat(30_000),
      '"'.repeat(60_000),
    ]) {
      const begin = process.cpuUsage();
      assert.equal(addressWithoutScheme(text), undefined);
      const { user } = process.cpuUsage(begin);
      assert.ok(user < 500_000, `${user} µs`);
    }
  });
});

describe('the intended address', () => {
  it('of a web address is the same', () => {
    assert.equal(intendedAddress('https://shop.example/a'), 'https://shop.example/a');
  });
});
