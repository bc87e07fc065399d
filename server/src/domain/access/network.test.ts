import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPublicAddress, networkOf, siteOf } from './network.ts';

describe('networkOf', () => {
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
    it(`of "${address}" is ${network || 'the same'}`, () =>
      assert.equal(networkOf(address), network));
  }
});

describe('siteOf', () => {
  for (const [address, site] of [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::', '2001:db8:1::/48'],
    ['2001:db8::', '2001:db8:0::/48'],
    ['203.0.113.7', undefined],
    ['::ffff:203.0.113.7', undefined],
    ['', undefined],
    ['unix:', undefined],
  ] as const) {
    it(`of "${address}" is ${site}`, () => assert.equal(siteOf(address), site));
  }
});

describe('isPublicAddress', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700::1', '2a00:1450::1', '::ffff:8.8.8.8']) {
    it(`is true for ${address}`, () => assert.ok(isPublicAddress(address)));
  }
  for (const address of [
    '127.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '100.100.100.200',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::ffff:0:a00:1',
    'fe80::1',
    'fec0::1',
    'fd00:ec2::254',
    'fc00::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '2002:a00:1::1',
    '2001::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
    '100::1',
    'localhost',
    '',
  ]) {
    it(`is false for ${address || 'an empty text'}`, () => assert.ok(!isPublicAddress(address)));
  }
});
