import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AppDocument, Template } from '../../api/types.ts';
import {
  exampleTemplate,
  listWith,
  platformsOf,
  templatePart,
  normalize,
  withRoute,
  withSkip,
} from './template-draft.ts';

const PRODUCT: Template = {
  name: 'product',
  pattern: 'products/:id',
  routes: { web: { link: 'https://shop.example/p/:id' }, iphone: { fallback: '@web' } },
};
const BLOG: Template = { name: 'blog', pattern: 'blog/*post', routes: {} };
const APP: AppDocument = {
  name: 'shop',
  platforms: { web: { base: 'https://shop.example/' }, ipad: { enabled: false } },
  templates: [PRODUCT, BLOG],
  visits: {},
  metadata_schema: {},
  platform_tokens: {},
  hosts: [],
};

describe('an edited template', () => {
  it('drops empty values', () => {
    const routes = { web: { link: '' }, ipad: { skip_page: false }, iphone: { fallback: '' } };
    assert.deepEqual(normalize({ ...BLOG, skip_page: false, routes }), {
      ...BLOG,
      routes: { iphone: { fallback: '' } },
    });
  });

  it('keeps values of a platform that differ from those of the template', () => {
    const whole = { ...BLOG, skip_page: true, routes: { ipad: { skip_page: false } } };
    assert.deepEqual(normalize(whole), whole);
    assert.deepEqual(normalize({ ...whole, routes: { ipad: { skip_page: true } } }).routes, {});
  });

  it('sets skip_page for all platforms at once', () => {
    const mixed = { ...BLOG, routes: { ipad: { skip_page: true }, web: { link: 'https://a' } } };
    assert.deepEqual(withSkip(mixed, true), {
      ...BLOG,
      skip_page: true,
      routes: { web: { link: 'https://a' } },
    });
    assert.deepEqual(withSkip(mixed, false).routes, { web: { link: 'https://a' } });
  });

  it('drops a platform without values', () => {
    const emptied = withRoute(PRODUCT, 'web', { link: undefined });
    assert.deepEqual(platformsOf(emptied), ['iphone']);
    assert.deepEqual(withRoute(emptied, 'web', { link: PRODUCT.routes.web?.link }), PRODUCT);
  });

  it('keeps its position in the list when it is renamed', () => {
    const renamed = { ...PRODUCT, name: 'item' };
    assert.deepEqual(listWith([PRODUCT, BLOG], 'product', renamed), [renamed, BLOG]);
    assert.deepEqual(listWith([BLOG], undefined, PRODUCT), [BLOG, PRODUCT]);
  });

  it('is read from the app and completed', () => {
    const part = templatePart('blog');
    assert.deepEqual(part.of(APP), BLOG);
    assert.deepEqual(part.complete?.({ name: 'blog', pattern: 'blog/*post' }), BLOG);
    assert.equal(templatePart(undefined).of(APP), undefined);
  });

  it('has an example for the enabled platforms', () => {
    const { routes } = exampleTemplate(APP);
    assert.equal(routes.web?.link, 'https://shop.example/p/:id');
    assert.deepEqual(Object.keys(routes), ['web', 'iphone', 'universal', 'android']);
  });
});
