import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openedAddress } from './opened-address.ts';

describe('an address as browsers open it', () => {
  for (const [address, opened] of [
    ['https://shop.example/my page?q=a b', 'https://shop.example/my%20page?q=a%20b'],
    ['https://shop.example/é/%20', 'https://shop.example/é/%20'],
    ['com.shop.app://my page', 'com.shop.app://my%20page'],
    ['https://shop.example/{id}', 'https://shop.example/%7Bid%7D'],
    ['my page', 'my page'],
    ['', ''],
  ] as const) {
    it(`${address || 'nothing'}: ${opened || 'nothing'}`, () => {
      assert.equal(openedAddress(address), opened);
    });
  }
});
