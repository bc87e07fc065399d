import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { newAppPlatforms, PLATFORMS, type Platform } from './platform.ts';
import { planSteps, type AppPlan, type AppState } from './setup-diff.ts';
import type { AppSetup } from './setup-schema.ts';
import type { Template } from '../template/template.ts';
import { runToEnd } from '../text/steps.ts';

const planApp = (...input: Parameters<typeof planSteps>) => runToEnd(planSteps(...input));

const NEW: AppState = {
  platforms: newAppPlatforms(),
  templates: [],
  visits: {},
  metadata_schema: {},
  platform_tokens: { create: 'own' },
  hosts: [],
};
const product: Template = {
  name: 'product',
  pattern: 'products/:id',
  routes: { web: { link: 'https://shop.example/p/:id', fallback: '' } },
};
const help: Template = { name: 'help', pattern: 'help/*rest', routes: {} };

/** The stored app after a plan. */
function applied(plan: AppPlan, state: AppState | undefined): AppState {
  const before = state ?? NEW;
  return {
    platforms: { ...before.platforms, ...Object.fromEntries(plan.platforms) },
    templates: plan.templates ?? before.templates,
    visits: plan.visits ?? before.visits,
    metadata_schema: plan.metadataSchema ?? before.metadata_schema,
    platform_tokens: plan.platformTokens ?? before.platform_tokens,
    hosts: plan.hosts ?? before.hosts,
  };
}

/** `add shop/templates/product` */
function changes(wanted: Omit<AppSetup, 'name'>, state: AppState | undefined): string[] {
  const { differences } = planApp({ name: 'shop', ...wanted }, state);
  return differences.map(({ change, what }) => `${change} ${what}`);
}

describe('planApp', () => {
  const SHOP: AppState = {
    platforms: {
      ...newAppPlatforms(),
      web: { enabled: true, base: 'https://shop.example', fallback: '' },
      ipad: { enabled: false, fallback: '' },
    },
    templates: [product, help],
    visits: { title: 'Shop' },
    metadata_schema: { required: ['coupon'] },
    platform_tokens: { create: 'any', max_links: 10 },
    hosts: ['go.shop.example'],
  };
  const CHANGES: readonly [
    file: Omit<AppSetup, 'name'>,
    state: AppState | undefined,
    changes: string[],
  ][] = [
    // A new app.
    [{}, undefined, ['add shop']],
    [{ templates: [product] }, undefined, ['add shop', 'add shop/templates/product']],
    [{ platforms: { web: {} } }, undefined, ['add shop']],
    [
      { platforms: { ipad: { enabled: false } } },
      undefined,
      ['add shop', 'replace shop/platforms/ipad'],
    ],
    // Omitted parts remain.
    [{}, SHOP, []],
    [{ platforms: {} }, SHOP, []],
    [{ platforms: { android: {} } }, SHOP, []],
    [{ platforms: { web: { base: 'https://shop.example' } } }, SHOP, []],
    // The setting of platform tokens is replaced as a whole: omitted fields get their defaults.
    [{ platform_tokens: { create: 'own' } }, undefined, ['add shop']],
    [{ platform_tokens: { create: 'any', max_links: 10 } }, SHOP, []],
    [{ platform_tokens: { create: 'any' } }, SHOP, ['replace shop/platform_tokens']],
    [{ platform_tokens: { max_links: 10 } }, SHOP, ['replace shop/platform_tokens']],
    // A platform in the file is replaced as a whole.
    [{ platforms: { web: {} } }, SHOP, ['replace shop/platforms/web']],
    [{ platforms: { ipad: {} } }, SHOP, ['replace shop/platforms/ipad']],
    [{ platforms: { web: { base: 'https://b.example' } } }, SHOP, ['replace shop/platforms/web']],
    // The list of templates is replaced as a whole.
    [{ templates: [product, help] }, SHOP, []],
    [{ templates: [{ ...product, rules: [] }, help] }, SHOP, []],
    [{ templates: [product] }, SHOP, ['remove shop/templates/help']],
    [{ templates: [] }, SHOP, ['remove shop/templates/product', 'remove shop/templates/help']],
    [{ templates: [help, product] }, SHOP, ['replace shop/templates']],
    [
      { templates: [{ ...product, pattern: 'p/:id' }, help] },
      SHOP,
      ['replace shop/templates/product'],
    ],
    [
      { templates: [product, { ...help, name: 'faq' }] },
      SHOP,
      ['add shop/templates/faq', 'remove shop/templates/help'],
    ],
  ];
  for (const [file, state, expected] of CHANGES) {
    it(`${JSON.stringify(file).slice(0, 80)}: ${expected.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(changes(file, state), expected);
    });
  }

  it('does not depend on the order of keys', () => {
    const turned = {
      routes: { web: { fallback: '', link: 'https://shop.example/p/:id' } },
      pattern: 'products/:id',
      name: 'product',
    };
    assert.deepEqual(changes({ templates: [turned, help] }, SHOP), []);
  });

  it('has the value before and after', () => {
    const { differences } = planApp({ name: 'shop', platforms: { web: { fallback: 'x' } } }, SHOP);
    assert.deepEqual(differences, [
      {
        change: 'replace',
        what: 'shop/platforms/web',
        from: { enabled: true, base: 'https://shop.example', fallback: '' },
        to: { enabled: true, fallback: 'x' },
      },
    ]);
  });
});

const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const settings = fc.record(
  {
    enabled: fc.boolean(),
    base: fc.constantFrom('shop://', 'https://a'),
    fallback: fc.constantFrom('', 'x'),
  },
  { requiredKeys: [] },
);
const route = fc.record(
  { link: fc.constantFrom('a', 'b'), fallback: fc.constant('') },
  { requiredKeys: [] },
);
const byPlatform = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Partial<Record<Platform, T>>> =>
  fc.dictionary(fc.constantFrom(...PLATFORMS), value);
const template = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  pattern: fc.constantFrom('p', 'q/:id'),
  routes: byPlatform(route),
});
const setup = fc
  .record({
    platforms: optional(byPlatform(settings)),
    templates: optional(fc.uniqueArray(template, { selector: ({ name }) => name })),
    visits: optional(fc.record({ title: fc.constantFrom('A', 'B') }, { requiredKeys: [] })),
    metadata_schema: optional(fc.record({ minProperties: fc.nat(1) }, { requiredKeys: [] })),
    platform_tokens: optional(
      fc.record(
        { create: fc.constantFrom('own', 'any', 'off'), max_links: fc.constantFrom(1, 2) },
        { requiredKeys: [] },
      ),
    ),
    hosts: optional(fc.uniqueArray(fc.constantFrom('a.example', 'b.example'))),
  })
  .map(({ platforms, templates, visits, metadata_schema, platform_tokens, hosts }): AppSetup => ({
    name: 'shop',
    ...(platforms && { platforms }),
    ...(visits && { visits }),
    ...(metadata_schema && { metadata_schema }),
    ...(platform_tokens && { platform_tokens }),
    ...(hosts && { hosts }),
    ...(templates && { templates }),
  }));

describe('any file', () => {
  it('has no further changes after it was applied', () => {
    fc.assert(
      fc.property(fc.array(setup, { maxLength: 3 }), setup, (earlier, file) => {
        let state: AppState | undefined;
        for (const before of earlier) state = applied(planApp(before, state), state);
        const after = applied(planApp(file, state), state);
        const again = planApp(file, after);
        assert.deepEqual(again, {
          differences: [],
          platforms: [],
          templates: undefined,
          visits: undefined,
          metadataSchema: undefined,
          platformTokens: undefined,
          hosts: undefined,
        });
      }),
    );
  });

  it('does not change what it does not contain', () => {
    fc.assert(
      fc.property(setup, setup, (first, second) => {
        const before = applied(planApp(first, undefined), undefined);
        const after = applied(planApp(second, before), before);
        for (const platform of PLATFORMS) {
          if (second.platforms?.[platform]) continue;
          assert.deepEqual(after.platforms[platform], before.platforms[platform]);
        }
        assert.deepEqual(after.templates, second.templates ?? before.templates);
      }),
    );
  });
});
