import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { campaignOf } from './campaign.ts';
import { label } from './label.ts';
import { languageTag } from './language-tag.ts';
import { truncatedNetwork } from './network.ts';
import { referrerHost } from './referrer.ts';
import { dayOf, slotOf, slotStart } from './slots.ts';

describe('referrerHost', () => {
  for (const [header, host] of [
    [undefined, ''],
    ['', ''],
    ['about:blank', ''],
    ['not an address', ''],
    ['https://shop.example/path?secret=1#x', 'shop.example'],
    ['http://WWW.Shop.Example:8080/', 'shop.example'],
    ['https://www.shop.example./', 'shop.example'],
    ['https://user:pw@shop.example/', 'shop.example'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
    ['ftp://shop.example/', ''],
    ['javascript:alert(1)', ''],
    [`https://shop.example/${'x'.repeat(3000)}`, ''],
  ] as const) {
    it(`${header?.slice(0, 60)} -> ${host || 'none'}`, () =>
      assert.equal(referrerHost(header), host));
  }
});

describe('campaignOf', () => {
  for (const [query, expected] of [
    ['', ['', '', '']],
    ['?a=1', ['', '', '']],
    ['?utm_campaign=spring&utm_source=news&utm_medium=email', ['spring', 'news', 'email']],
    ['?a=1&utm_source=%F0%9F%8C%B7+tulips', ['', '🌷 tulips', '']],
    ['?utm_source=a&utm_source=b', ['', 'a', '']],
    ['?utm_source=%00%0A%E2%80%8Ba', ['', 'a', '']],
    ['?utm_source=google&utm_medium=(none)', ['', 'google', '']],
    ['?utm_campaign=+%28none%29%E2%80%8B&utm_medium=none', ['', '', 'none']],
    [`?utm_source=${'x'.repeat(200)}`, ['', 'x'.repeat(100), '']],
    [`?utm_source=a&b=${'x'.repeat(5000)}`, ['', '', '']],
  ] as const) {
    it(query.slice(0, 60), () => {
      const { campaign, source, medium } = campaignOf(query);
      assert.deepEqual([campaign, source, medium], expected);
    });
  }
});

describe('languageTag', () => {
  for (const [header, tag] of [
    ['', ''],
    ['*', ''],
    ['de', 'de'],
    ['PT-br,pt;q=0.9', 'pt-BR'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['es-419,es;q=0.9', 'es-419'],
    ['en;q=0.5, de', 'en'],
    ['sr-Latn', 'sr-Latn'],
    ['x'.repeat(100), ''],
    ['../../etc', ''],
  ] as const) {
    it(`${header.slice(0, 40)} -> ${tag || 'none'}`, () => assert.equal(languageTag(header), tag));
  }
});

describe('label', () => {
  it('has no invisible character, no half character and no more than its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(50), (text, length) => {
        const result = label(text, length);
        assert.ok(result.length <= length);
        assert.doesNotMatch(result, /[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
    );
  });
});

describe('truncatedNetwork', () => {
  for (const [address, network] of [
    ['203.0.113.77', '203.0.113'],
    ['::ffff:203.0.113.77', '203.0.113'],
    ['2001:db8:1:2::5', '2001:db8:1'],
    ['2001:db8::5', '2001:db8:0'],
    ['2001:db8:1::', '2001:db8:1'],
    ['2001::1', '2001:0:0'],
    ['::1', '0:0:0'],
    ['::', '0:0:0'],
    ['::2:3:4:5:6:7:8', '0:2:3'],
    ['fe80::1%eth0', 'fe80:0:0'],
    ['', ''],
    ['unknown', ''],
  ] as const) {
    it(`${address || 'none'} -> ${network || 'none'}`, () => {
      assert.equal(truncatedNetwork(address), network);
    });
  }

  it('is the /24 or /48 of any address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        assert.equal(truncatedNetwork(address), address.split('.').slice(0, 3).join('.'));
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 0, 1, 0xdb8, 0xffff), { minLength: 8, maxLength: 8 }),
        (parts) => {
          const text = new ipaddr.IPv6(parts).toString();
          // The other spelling of addresses that contain an IPv4 address has its own rule.
          const expected = parts.slice(0, 3).map((part) => part.toString(16));
          assert.equal(truncatedNetwork(text), expected.join(':'), text);
        },
      ),
    );
  });
});

describe('slots', () => {
  it('are quarter-hours of days', () => {
    const at = Date.UTC(2026, 10, 23, 12, 14, 59, 999);
    assert.equal(slotStart(slotOf(at)), Date.UTC(2026, 10, 23, 12));
    assert.equal(slotOf(at + 1), slotOf(at) + 1);
    assert.equal(dayOf(at), Date.UTC(2026, 10, 23) / 86_400_000);
  });
});
