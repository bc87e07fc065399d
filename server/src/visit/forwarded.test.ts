import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { MAX_FORWARDED_BYTES, withQuery } from './forwarded.ts';

describe('the query of a visit', () => {
  const LONG = 'x'.repeat(MAX_FORWARDED_BYTES - 5);
  const TABLE: readonly [target: string, query: string, result: string][] = [
    ['https://a.example/', '', 'https://a.example/'],
    ['https://a.example/', '?', 'https://a.example/'],
    ['https://a.example/', '?a=1&b=2', 'https://a.example/?a=1&b=2'],
    ['https://a.example/#top', '?a=1', 'https://a.example/?a=1#top'],
    ['https://a.example/?', '?a=1', 'https://a.example/?a=1'],
    ['https://a.example/?x=1&', '?a=1', 'https://a.example/?x=1&a=1'],
    // An app store gets nothing.
    ['https://apps.apple.com/app/id1', '?a=1', 'https://apps.apple.com/app/id1'],
    [
      'https://play.google.com/store/apps/details?id=a',
      '?a=1',
      'https://play.google.com/store/apps/details?id=a',
    ],
    ['https://apps.apple.com.shop.example/', '?a=1', 'https://apps.apple.com.shop.example/?a=1'],
    // Parameters of the target stay, in every spelling of their names.
    ['https://a.example/?a=1', '?a=2&b=3', 'https://a.example/?a=1&b=3'],
    ['https://a.example/?a%20b=1', '?a+b=2', 'https://a.example/?a%20b=1'],
    ['https://a.example/?A=1', '?a=2', 'https://a.example/?A=1&a=2'],
    ['https://a.example/#?a=1', '?a=2', 'https://a.example/?a=2#?a=1'],
    // Order, spelling and repeated parameters stay.
    ['https://a.example/', '?z=%2f&a=+&z=%2F', 'https://a.example/?z=%2f&a=+&z=%2F'],
    [
      'https://a.example/',
      '?gclid=AbC_-9&a.b=1&c[]=2',
      'https://a.example/?gclid=AbC_-9&a.b=1&c[]=2',
    ],
    ['https://a.example/', '?a=x^2&b=`c`', 'https://a.example/?a=x^2&b=`c`'],
    // Omits what parsers read differently.
    ['https://a.example/', '?a=\\b&c=d', 'https://a.example/?c=d'],
    ['https://a.example/', '?a=%zz&b=%c&c=ü&d=1', 'https://a.example/?d=1'],
    ['https://a.example/', '?a=<b>&c="d"&e=f', 'https://a.example/?e=f'],
    ['https://a.example/', '?&&a=1&', 'https://a.example/?a=1'],
    ['https://a.example/', '?openExternalBrowser=1&a=1', 'https://a.example/?a=1'],
    // Up to the limit.
    ['https://a.example/', `?a=1&b=${LONG}&c=2`, 'https://a.example/?a=1&c=2'],
    ['https://a.example/', `?a=${LONG}&c=2`, `https://a.example/?a=${LONG}`],
  ];
  for (const [target, query, result] of TABLE) {
    it(`${query.slice(0, 40)} is added to ${target}`, () => {
      assert.equal(withQuery(target, query), result);
    });
  }

  it('changes only the query of a target, up to the limit', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withFragments: true, withQueryParameters: true }),
        fc.string({ maxLength: 5000 }),
        (address, query) => {
          const target = new URL(address).href;
          const result = withQuery(target, `?${query}`);
          const [before, after] = [new URL(target), new URL(result)];
          assert.equal(after.href, result, 'is serialized already');
          for (const part of ['origin', 'pathname', 'hash'] as const) {
            assert.equal(after[part], before[part]);
          }
          assert.ok(after.search.startsWith(before.search));
          assert.ok(result.length - target.length <= MAX_FORWARDED_BYTES + 1);
        },
      ),
    );
  });
});
