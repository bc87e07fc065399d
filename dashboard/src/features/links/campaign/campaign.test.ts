import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { CAMPAIGN_FIELDS, campaignOf, withCampaign, type CampaignField } from './campaign.ts';

const NONE = { source: '', medium: '', campaign: '', term: '', content: '' };

describe('UTM parameters of an address', () => {
  const READ: readonly (readonly [address: string, found: Partial<typeof NONE>])[] = [
    ['', {}],
    ['products/5', {}],
    ['https://shop.example/?utm_source=news&utm_medium=email', { source: 'news', medium: 'email' }],
    ['products/5?a=1&utm_campaign=spring+sale', { campaign: 'spring sale' }],
    ['products/5?utm_campaign=caf%C3%A9%20%2B%201', { campaign: 'café + 1' }],
    ['products/5?utm%5Fterm=shoes', { term: 'shoes' }],
    ['products/5?utm_content=a=b', { content: 'a=b' }],
    // The first one counts.
    ['products/5?utm_source=a&utm_source=b', { source: 'a' }],
    // Not encoded correctly.
    ['products/5?utm_source=100%', { source: '100%' }],
    // Other parameters.
    ['products/5?utm_source&UTM_SOURCE=a&utm_sourced=b&x=utm_source=c', {}],
    ['products/5#?utm_source=a', {}],
    ['products/5?a=1?utm_source=b', {}],
  ];
  for (const [address, found] of READ) {
    it(`are read from “${address}”`, () =>
      assert.deepEqual(campaignOf(address), { ...NONE, ...found }));
  }

  const WRITE: readonly (readonly [
    address: string,
    field: CampaignField,
    value: string,
    result: string,
  ])[] = [
    ['https://shop.example', 'source', 'news', 'https://shop.example?utm_source=news'],
    ['https://shop.example/?', 'source', 'news', 'https://shop.example/?utm_source=news'],
    ['products/5', 'campaign', 'spring sale', 'products/5?utm_campaign=spring%20sale'],
    ['shop://a#b', 'term', 'x&y=z#1+2', 'shop://a?utm_term=x%26y%3Dz%231%2B2#b'],
    ['products/5#/a?b=1', 'source', 'news', 'products/5?utm_source=news#/a?b=1'],
    ['products/5#', 'source', 'news', 'products/5?utm_source=news#'],
    // Nothing else changes: order, encoding, empty parameters.
    ['p?b=%7e+%2F&a&&=1', 'medium', 'qr', 'p?b=%7e+%2F&a&&=1&utm_medium=qr'],
    ['p?a=1?2', 'medium', 'qr', 'p?a=1?2&utm_medium=qr'],
    ['p?%=%&utm_source=a&b=ü', 'source', 'c', 'p?%=%&utm_source=c&b=ü'],
    // The usual order.
    ['p?utm_source=a&utm_term=b&z=1', 'medium', 'c', 'p?utm_source=a&utm_medium=c&utm_term=b&z=1'],
    ['p?a=1&utm_medium=b', 'source', 'c', 'p?a=1&utm_source=c&utm_medium=b'],
    ['p?utm_source=a&z=1', 'content', 'c', 'p?utm_source=a&utm_content=c&z=1'],
    // A value that is the same is not encoded again.
    ['p?utm_source=a+b', 'source', 'a b', 'p?utm_source=a+b'],
    ['p?utm_source=&a=1', 'source', '', 'p?utm_source=&a=1'],
    // Repeated parameters become one.
    ['p?utm_source=a&b=1&utm_source=c', 'source', 'd', 'p?utm_source=d&b=1'],
    // Removed.
    ['p?utm_source=a', 'source', '', 'p'],
    ['p?utm_source=a#b', 'source', '', 'p#b'],
    ['p?a=1&utm%5Fsource=a&b=2&utm_source=c', 'source', '', 'p?a=1&b=2'],
    // Half of an emoji.
    ['p', 'source', 'a\uD83D', 'p?utm_source=a%EF%BF%BD'],
  ];
  for (const [address, field, value, result] of WRITE) {
    it(`“${address}” with ${field} “${value}”`, () =>
      assert.equal(withCampaign(address, field, value), result));
  }

  const parameter = fc.oneof(
    fc.stringMatching(/^[^#&]{0,8}$/),
    fc
      .tuple(fc.constantFrom(...CAMPAIGN_FIELDS), fc.stringMatching(/^[^#&]{0,8}$/))
      .map(([field, value]) => `utm_${field}=${value}`),
  );
  const address = fc
    .tuple(
      fc.constantFrom('', 'products/5', 'https://shop.example', 'shop://a/%7e'),
      fc.array(parameter, { maxLength: 6 }),
      fc.constantFrom('', '#', '#a?utm_source=b&c'),
    )
    .map(([start, parameters, fragment]) => {
      const query = parameters.join('&');
      return `${start}${query === '' ? '' : `?${query}`}${fragment}`;
    });
  const field = fc.constantFrom(...CAMPAIGN_FIELDS);
  const text = fc.string({ unit: 'binary' });

  it('are read as they were written, and nothing else changes', () => {
    fc.assert(
      fc.property(address, field, text, (before, name, value) => {
        const after = withCampaign(before, name, value);
        assert.deepEqual(campaignOf(after), { ...campaignOf(before), [name]: value });
        assert.deepEqual(without(after, name), without(before, name));
      }),
    );
  });

  it('leave no trace when they are removed', () => {
    fc.assert(
      fc.property(address, field, text, (start, name, value) => {
        const before = withCampaign(start, name, '');
        fc.pre(campaignOf(before)[name] === '' && !before.includes(`utm_${name}=&`));
        fc.pre(!new RegExp(`utm_${name}=(?:#|$)`).test(before));
        assert.equal(withCampaign(withCampaign(before, name, value), name, ''), before);
      }),
    );
  });

  it('change nothing if they stay the same', () => {
    fc.assert(
      fc.property(address, field, (before, name) => {
        assert.equal(withCampaign(before, name, campaignOf(before)[name]), before);
      }),
    );
  });
});

/** The start, the other parameters as they are written, and the fragment. */
function without(address: string, field: CampaignField): readonly string[] {
  const [rest = '', ...fragment] = address.split('#');
  const [start = '', ...query] = rest.split('?');
  const parameters = query.join('?').split('&');
  return [
    start,
    ...parameters.filter((text) => text !== '' && !text.startsWith(`utm_${field}=`)),
    fragment.join('#'),
  ];
}
