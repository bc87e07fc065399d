import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientAddress } from './client-address.ts';

const isTrusted = (address: string): boolean =>
  ['127.0.0.1', '::1', '10.0.0.2', '2001:db8::2'].includes(address);

describe('the address of a client', () => {
  for (const [peer, forwarded, client] of [
    ['192.0.2.1', undefined, '192.0.2.1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '', '127.0.0.1'],
    // Only trusted hops are believed.
    ['192.0.2.1', '203.0.113.7', '192.0.2.1'],
    ['127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['127.0.0.1', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['127.0.0.1', '198.51.100.1, 203.0.113.7,10.0.0.2', '203.0.113.7'],
    ['127.0.0.1', '10.0.0.2, ::1', '10.0.0.2'],
    // With a port, in every way that proxies write it.
    ['127.0.0.1', '203.0.113.7:5678', '203.0.113.7'],
    ['127.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    ['127.0.0.1', '[2001:db8::1]', '2001:db8::1'],
    ['127.0.0.1', '203.0.113.7:1, [2001:db8::2]:443, 10.0.0.2:80', '203.0.113.7'],
    ['::1', '::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    // What is no address is not made into one: the hop that says it counts.
    ['127.0.0.1', 'unknown', '127.0.0.1'],
    ['127.0.0.1', 'evil, 10.0.0.2', '10.0.0.2'],
    ['127.0.0.1', '203.0.113.7, ', '127.0.0.1'],
    ['127.0.0.1', '203.0.113.7:99999', '127.0.0.1'],
    ['127.0.0.1', '203.0.113.7:0', '127.0.0.1'],
    ['127.0.0.1', '203.0.113.07', '127.0.0.1'],
    ['127.0.0.1', '[203.0.113.7]:80', '127.0.0.1'],
    ['127.0.0.1', '[2001:db8::1:80', '127.0.0.1'],
    ['127.0.0.1', `${'1'.repeat(10_000)}.0.0.1`, '127.0.0.1'],
    ['127.0.0.1', '203.0.113.7,'.repeat(1000), '127.0.0.1'],
  ] as const) {
    it(`of ${peer}, forwarded for ${String(forwarded).slice(0, 60)}, is ${client}`, () => {
      assert.equal(clientAddress(peer, forwarded, isTrusted), client);
    });
  }
});
