import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { PLATFORMS } from '../app/platform.ts';
import { truncatedNetwork } from '../click/network.ts';
import { activeRules, matchingRule, NO_RULE } from './active-rules.ts';
import type { RuleConditions } from './conditions.ts';
import type { LinkRule } from './link-rule.ts';
import { percentileOf } from './percentile.ts';
import { matchRules, ruledRoutes } from './rule-match.ts';
import { queryOfVisit, type VisitorConditions } from './visitor-conditions.ts';

const NOON = Date.UTC(2026, 5, 1, 12);
const VISITOR: VisitorConditions = {
  at: NOON,
  language: 'de-AT',
  country: 'AT',
  percentile: 30,
  query: queryOfVisit('?utm_source=mail&utm_source=ads&empty='),
  appVersion: '5.2.1-beta (88)',
};
const ROUTES = { web: { link: 'https://shop.example/de' } };

function failing(when: RuleConditions, visitor: Partial<VisitorConditions> = {}): string {
  const { index, why } = matchRules([{ when, routes: ROUTES }], { ...VISITOR, ...visitor });
  return index === 0 ? '' : (why[0] ?? '').replace('rule 1 does not match: ', '');
}

describe('the conditions of a rule', () => {
  const TABLE: readonly [RuleConditions, visitor: Partial<VisitorConditions>, failing: string][] = [
    [{ language: ['de'] }, {}, ''],
    [{ language: ['de-AT'] }, {}, ''],
    [{ language: ['fr', 'de-AT'] }, {}, ''],
    [{ language: ['de-DE'] }, {}, 'the language is de-AT, not de-DE'],
    [{ language: ['de'] }, { language: 'den' }, 'the language is den, not de'],
    [{ language: ['zh-Hant'] }, { language: 'zh-Hant-TW' }, ''],
    [{ language: ['de'] }, { language: '' }, 'the language is unknown, not de'],
    [{ country: ['DE', 'AT'] }, {}, ''],
    [{ country: ['DE'] }, {}, 'the country is AT, not DE'],
    [{ country: ['DE'] }, { country: '' }, 'the country is unknown, not DE'],
    [{ time: { from: '2026-06-01T12:00:00Z' } }, {}, ''],
    [{ time: { from: '2026-06-01T14:00:00+02:00' } }, {}, ''],
    [{ time: { from: '2026-06-01T12:00:01Z' } }, {}, 'it begins at 2026-06-01T12:00:01Z'],
    [{ time: { until: '2026-06-01T12:00:00Z' } }, {}, 'it ended at 2026-06-01T12:00:00Z'],
    [{ time: { until: '2026-06-01T12:00:00.001Z' } }, {}, ''],
    [{ percent: { below: 31 } }, {}, ''],
    [{ percent: { from: 30 } }, {}, ''],
    [{ percent: { below: 30 } }, {}, 'the visitor is at 30 %, not from 0 % to below 30 %'],
    [{ percent: { from: 31 } }, {}, 'the visitor is at 30 %, not from 31 % to below 100 %'],
    [
      { percent: { from: 0 } },
      { percentile: undefined },
      'the visitor is at an unknown percentile, not from 0 % to below 100 %',
    ],
    [{ query: [{ name: 'utm_source' }] }, {}, ''],
    [{ query: [{ name: 'empty', values: [''] }] }, {}, ''],
    [{ query: [{ name: 'utm_source', values: ['push', 'mail'] }] }, {}, ''],
    [
      { query: [{ name: 'utm_source', values: ['ads'] }] },
      {},
      'the parameter "utm_source" is not ads',
    ],
    [{ query: [{ name: 'ref' }] }, {}, 'the query has no parameter "ref"'],
    [{ query: [{ name: 'utm_source' }, { name: 'ref' }] }, {}, 'the query has no parameter "ref"'],
    [{ app_version: { from: '5.2', below: '5.3' } }, {}, ''],
    [{ app_version: { from: '5.2.1' } }, {}, ''],
    [{ app_version: { from: '5.10' } }, {}, 'the app version is 5.2.1-beta (88), not from 5.10'],
    [
      { app_version: { below: '5.2.1.0' } },
      {},
      'the app version is 5.2.1-beta (88), not below 5.2.1.0',
    ],
    [{ app_version: { from: '1' } }, { appVersion: '' }, 'the app version is unknown, not from 1'],
    [{ app_version: { from: '1' } }, { appVersion: 'v9' }, 'the app version is v9, not from 1'],
    [{ language: ['de'], country: ['DE'] }, {}, 'the country is AT, not DE'],
  ];
  for (const [when, visitor, reason] of TABLE) {
    it(`${JSON.stringify(when)} ${reason === '' ? 'hold' : `do not hold: ${reason}`}`, () => {
      assert.equal(failing(when, visitor), reason);
    });
  }
});

describe('the rules of a link', () => {
  const rule = (name: string, when: RuleConditions): LinkRule => ({ name, when, routes: ROUTES });

  it('are checked in their order; the first one that matches applies', () => {
    const rules = [
      rule('French', { language: ['fr'] }),
      rule('German', { language: ['de'] }),
      rule('Austria', { country: ['AT'] }),
    ];
    const { index, why } = matchRules(rules, VISITOR);
    assert.equal(index, 1);
    assert.deepEqual(why, [
      'rule 1 ("French") does not match: the language is de-AT, not fr',
      'rule 2 ("German") matches and replaces routes of web',
    ]);
    assert.equal(matchRules(rules.toReversed(), VISITOR).index, 0);
  });

  it('say when others become active', () => {
    const rules = [
      rule('past', { time: { until: '2026-05-01T00:00:00Z' } }),
      rule('now', { time: { from: '2026-05-01T00:00:00Z', until: '2026-07-01T00:00:00Z' } }),
      rule('later', { time: { from: '2026-06-02T00:00:00Z' }, country: ['AT'] }),
    ];
    const active = activeRules(rules, NOON);
    assert.deepEqual(
      active.rules.map(({ index }) => index),
      [1],
    );
    assert.equal(active.until, Date.UTC(2026, 5, 2));
    assert.deepEqual([...active.kinds], ['time']);
    const later = activeRules(rules, Date.UTC(2026, 7, 1));
    assert.deepEqual(
      later.rules.map(({ index }) => index),
      [2],
    );
    assert.equal(later.until, Infinity);
  });

  it('replace only what they name', () => {
    const routes = {
      web: { link: 'https://shop.example/', fallback: '' },
      iphone: { link: 'shop://p', fallback: 'https://apps.apple.com/app/id1', skip_page: true },
    } as const;
    const ruled = ruledRoutes(routes, {
      iphone: { link: 'shop://de', skip_page: false },
      android: { fallback: 'https://shop.example/android' },
    });
    assert.deepEqual(ruled, {
      web: routes.web,
      iphone: { link: 'shop://de', fallback: 'https://apps.apple.com/app/id1' },
      android: { link: '', fallback: 'https://shop.example/android' },
    });
  });

  it('change the route that an iPhone or iPad gets if it has none of its own', () => {
    const universal = { link: 'shop://p', fallback: 'https://apps.apple.com/app/id1' };
    const fallback = 'https://shop.example/get';
    const changed = { iphone: { fallback }, ipad: { skip_page: true } } as const;
    assert.deepEqual(ruledRoutes({ universal }, changed), {
      universal,
      iphone: { ...universal, fallback },
      ipad: { ...universal, skip_page: true },
    });
    const both = { ...changed, universal: { link: 'shop://de' } };
    assert.deepEqual(ruledRoutes({ universal }, both).iphone, { link: 'shop://de', fallback });
    assert.deepEqual(ruledRoutes({ iphone: universal }, { ipad: { fallback } }), {
      iphone: universal,
      ipad: { ...universal, fallback },
    });
    assert.deepEqual(ruledRoutes({}, { iphone: { skip_page: true } }), {});
    // Without a base, the universal route leads nowhere.
    const nowhere = { link: 'products/5', fallback: '' };
    const iphone = { link: 'shop://products/5', fallback: '' };
    for (const routes of [
      { universal: nowhere, iphone },
      { universal: nowhere, iphone, ipad: nowhere },
      { universal: iphone, ipad: nowhere },
    ]) {
      const { ipad } = ruledRoutes(routes, { ipad: { fallback } });
      assert.deepEqual(ipad, { link: 'shop://products/5', fallback });
    }
  });

  const when = fc.record(
    {
      language: fc.subarray(['de', 'fr', 'de-AT'], { minLength: 1 }),
      country: fc.subarray(['DE', 'AT', 'FR'], { minLength: 1 }),
      time: fc.constantFrom(
        { from: '2026-06-01T12:00:00Z' },
        { until: '2026-06-01T12:00:00Z' },
        { from: '2026-05-01T00:00:00Z', until: '2026-07-01T00:00:00Z' },
      ),
      percent: fc.constantFrom({ below: 50 }, { from: 50 }, { from: 20, below: 40 }),
      query: fc.constantFrom([{ name: 'a' }], [{ name: 'a', values: ['1'] }]),
      app_version: fc.constantFrom({ from: '5' }, { below: '5' }),
    },
    { requiredKeys: [] },
  );
  const rules = fc.array(
    fc.record({
      when,
      routes: fc.dictionary(fc.constantFrom(...PLATFORMS), fc.constant(ROUTES.web)),
    }),
    { maxLength: 20 },
  ) as fc.Arbitrary<unknown> as fc.Arbitrary<LinkRule[]>;
  const visitor = fc.record({
    at: fc.constantFrom(NOON - 1, NOON, NOON + 1),
    language: fc.constantFrom('', 'de', 'de-AT', 'fr'),
    country: fc.constantFrom('', 'DE', 'AT', 'FR'),
    percentile: fc.option(fc.integer({ min: 0, max: 99 }), { nil: undefined }),
    query: fc.constantFrom('', 'a', 'a=1', 'a=2').map(queryOfVisit),
    appVersion: fc.constantFrom('', '4.9', '5.0', 'x'),
  });

  it('give cached visits the rule that a first visit gets, which no earlier rule would be', () => {
    fc.assert(
      fc.property(rules, visitor, (all, someone) => {
        const { index, why } = matchRules(all, someone);
        assert.equal(matchingRule(activeRules(all, someone.at), someone), index);
        for (const [earlier, one] of all.slice(0, index === NO_RULE ? 20 : index).entries()) {
          assert.equal(matchRules([one], someone).index, NO_RULE, `rule ${earlier}`);
        }
        if (index !== NO_RULE) assert.equal(matchRules(all.slice(index), someone).index, 0);
        assert.equal(why.length, index === NO_RULE ? all.length + 1 : index + 1);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the percentile of a visitor', () => {
  it('is even: each percentile has 1 % of 100,000 networks, within 1 % of all', () => {
    for (const code of ['H7kTq2Rb', 'Xk4TqmPr', 'Sale26']) {
      const counts = Array.from({ length: 100 }, () => 0);
      for (let visitor = 0; visitor < 100_000; visitor++) {
        const network = `${(visitor >> 16) + 80}.${(visitor >> 8) & 255}.${visitor & 255}`;
        const at = percentileOf(network, NOON, code);
        counts[at] = (counts[at] ?? 0) + 1;
      }
      let below = 0;
      for (const [percentile, count] of counts.entries()) {
        below += count;
        const share = below / 1000;
        assert.ok(
          Math.abs(share - (percentile + 1)) < 1,
          `${code}: ${share} % below ${percentile + 1}`,
        );
        assert.ok(count > 800 && count < 1200, `${code}: ${count} at ${percentile}`);
      }
    }
  });

  it('stays for a day and a network, and differs by day and link', () => {
    const network = truncatedNetwork('203.0.113.7');
    const at = (time: number, code = 'H7kTq2Rb') => percentileOf(network, time, code);
    assert.equal(network, truncatedNetwork('203.0.113.250'));
    assert.equal(at(Date.UTC(2026, 5, 1)), at(Date.UTC(2026, 5, 2) - 1));
    const days = Array.from({ length: 100 }, (_, day) => at(NOON + day * 86_400_000));
    assert.ok(new Set(days).size > 40);
    const links = Array.from({ length: 100 }, (_, link) => at(NOON, `link${link}`));
    assert.ok(new Set(links).size > 40);
  });

  it('of two links are independent', () => {
    let both = 0;
    for (let visitor = 0; visitor < 10_000; visitor++) {
      const network = `81.${visitor >> 8}.${visitor & 255}`;
      const isBelow = (code: string) => percentileOf(network, NOON, code) < 50;
      if (isBelow('H7kTq2Rb') && isBelow('H7kTq2Rc')) both++;
    }
    assert.ok(both > 2300 && both < 2700, `${both} of 10,000`);
  });
});
