import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Matcher } from './matcher.ts';
import { newAppPlatforms } from '../app/platform.ts';
import { rebuiltLink, rulesWith, type RoutedLink } from './rebuilt-link.ts';
import type { AppSetup } from '../app/setup-schema.ts';
import { runToEnd } from '../text/steps.ts';

const EMPTY = { platforms: newAppPlatforms(), matcher: new Matcher([]) };
const TEMPLATES: NonNullable<AppSetup['templates']> = [
  { name: 'p', pattern: 'p/:id', routes: { web: { link: 'https://p.example/:id' } } },
];
const SAVED: AppSetup = {
  name: 'app',
  platforms: {
    web: { base: 'https://shop.example' },
    iphone: { enabled: false },
    ipad: { enabled: false },
    universal: { enabled: false },
    android: { enabled: false },
  },
  templates: TEMPLATES,
};
const RULES = runToEnd(rulesWith(SAVED, EMPTY));

const web = (link: string, fallback = '') => ({ web: { link, fallback } });
const link = (more: Partial<RoutedLink> = {}): RoutedLink => ({
  code: 'Code',
  uri: 'p/1',
  template: 'p',
  routes: web('https://p.example/1'),
  overrides: {},
  ...more,
});
const after = (unsaved: Omit<AppSetup, 'name'>, one: RoutedLink = link()) =>
  rebuiltLink(one, RULES, runToEnd(rulesWith({ name: 'app', ...unsaved }, RULES)), undefined);

describe('a rebuilt link', () => {
  it('does not differ with the same rules, even after manual changes', () => {
    assert.equal(after({}), undefined);
    assert.equal(after({ templates: TEMPLATES }), undefined);
    assert.equal(after({}, link({ routes: web('https://elsewhere.example/') })), undefined);
  });

  it('uses the platforms of the unsaved settings and keeps the others', () => {
    const made = after({ platforms: { android: { base: 'com.shop.app://' } } });
    assert.deepEqual(made?.routesAfter, {
      ...web('https://p.example/1'),
      android: { link: 'com.shop.app://p/1', fallback: '' },
    });
    assert.deepEqual([made?.templateBefore, made?.templateAfter], ['p', 'p']);
    assert.deepEqual(made?.routesBefore, link().routes);
  });

  it('uses the whole list of templates', () => {
    const made = after({ templates: [] });
    assert.equal(made?.templateAfter, null);
    assert.deepEqual(made?.routesAfter, web('https://shop.example/p/1'));
  });

  it('keeps the overrides of the request', () => {
    const overrides = { web: { link: 'https://own.example/' } };
    const own = link({ overrides, routes: web('https://own.example/') });
    assert.equal(after({ templates: [] }, own), undefined);
    const made = after({ platforms: { web: { fallback: 'https://get.example/' } } }, own);
    assert.deepEqual(made?.routesAfter, web('https://own.example/', 'https://get.example/'));
  });

  it('does not differ if it already has the new routes', () => {
    const had = link({ routes: web('https://shop.example/p/1') });
    assert.equal(after({ templates: [] }, had), undefined);
  });
});
