import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import ipaddr from 'ipaddr.js';
import { truncatedNetwork } from './network.ts';
import { MAX_NETWORKS, NetworkList, parseNetworks } from './network-list.ts';

function listOf(text: string): NetworkList {
  const list = parseNetworks(text);
  assert.ok(list instanceof NetworkList, JSON.stringify(list));
  return list;
}

describe('a list of networks', () => {
  const list = listOf(
    `\uFEFF# providers\r
203.0.113.0/24 # one
198.51.0.0/16\r
192.000.002.077
10.1.2.3/8

2001:db8::/32
2A00:1450:4001::1
fd00:1:2:3::/64
`,
  );

  for (const [address, expected] of [
    ['203.0.113.1', true],
    ['203.0.112.255', false],
    ['203.0.114.0', false],
    ['198.51.0.1', true],
    ['198.51.255.255', true],
    ['198.52.0.0', false],
    // One address stands for its /24.
    ['192.0.2.1', true],
    ['192.0.3.77', false],
    ['10.255.0.1', true],
    ['::ffff:203.0.113.9', true],
    ['2001:db8::1', true],
    ['2001:db8:ffff:1::', true],
    ['2001:db9::', false],
    ['2a00:1450:4001:800::2', true],
    ['2a00:1450:4002::', false],
    // A /64 stands for its /48.
    ['fd00:1:2:9::1', true],
    ['fd00:1:3::', false],
    ['::1', false],
  ] as const) {
    test(`${expected ? 'has' : 'does not have'} ${address}`, () => {
      assert.equal(list.has(truncatedNetwork(address)), expected);
    });
  }

  test('has nothing unknown, and nothing at all if it is empty', () => {
    for (const network of ['', 'x', '1.2', '1:2', 'person 7']) assert.ok(!list.has(network));
    const empty = listOf('# nothing\n\n');
    assert.equal(empty.size, 0);
    assert.ok(!empty.has('203.0.113') && !empty.has('2001:db8:0'));
    assert.equal(list.size, 7);
  });

  test('can have all networks', () => {
    const all = listOf('0.0.0.0/0\n::/0');
    assert.ok(all.has('255.255.255') && all.has('ffff:ffff:ffff') && all.has('0.0.0'));
  });

  test('agrees with ipaddr.js about random networks', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return Math.floor((seed / 0x80000000) * below);
    };
    const address = (): string => [random(4), random(4), random(256), 0].join('.');
    const networks = Array.from({ length: 200 }, () => `${address()}/${10 + random(15)}`);
    const random200 = listOf(networks.join('\n'));
    const ranges = networks.map((network) => ipaddr.IPv4.parseCIDR(network));
    for (let i = 0; i < 2000; i++) {
      const one = address();
      const expected = ranges.some((range) => ipaddr.IPv4.parse(one).match(range));
      assert.equal(random200.has(truncatedNetwork(one)), expected, one);
    }
  });

  for (const [text, line] of [
    ['203.0.113.0/33', 1],
    ['203.0.113.0/024', 1],
    ['0000.0.113.0/24', 1],
    ['# a\n\n256.0.0.0/8', 3],
    ['203.0.113.0/24\n203.0.113', 2],
    ['203.0.113.0/24, 198.51.0.0/16', 1],
    ['AS64496', 1],
    ['2001:db8::/129', 1],
    ['2001:db8:::/32', 1],
    ['2001:db8/32', 1],
    ['1:2:3:4:5:6:7:8:9', 1],
    ['12345::/16', 1],
    // IPv4 networks are written as such.
    ['::ffff:203.0.113.0/120', 1],
  ] as const) {
    test(`cannot have ${JSON.stringify(text)}`, () => {
      const issue = parseNetworks(text);
      assert.ok(!(issue instanceof NetworkList));
      assert.equal(issue.line, line);
      assert.match(issue.detail, /is not a network such as 203\.0\.113\.0\/24/);
    });
  }

  test('has a maximum size', () => {
    const issue = parseNetworks('10.0.0.0/8\n'.repeat(MAX_NETWORKS + 1));
    assert.ok(!(issue instanceof NetworkList));
    assert.deepEqual(issue, {
      line: MAX_NETWORKS + 1,
      detail: `there are more than ${MAX_NETWORKS} networks`,
    });
  });
});
