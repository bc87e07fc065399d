import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { networkOf } from './network.ts';

describe('one caller', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
    ['unix:', 'unix:'],
  ] as const) {
    it(`at "${address}" is ${network || 'itself'}`, () =>
      assert.equal(networkOf(address), network));
  }
});
