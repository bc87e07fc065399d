import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Link } from '../../../api/types.ts';
import { copiedValues } from './copied-link.ts';
import { bodyOf, routesAfterCreate } from './new-link.ts';

const LINK = {
  code: 'Sale26',
  uri: 'products/5',
  name: 'Sale',
  note: null,
  tags: ['spring'],
  unique: true,
  routes: {
    web: { link: 'https://shop.example/products/5', fallback: '' },
    ipad: { link: 'com.shop.app://sale', fallback: 'https://shop.example/app' },
  },
  social: { title: 'Sale' },
  valid_from: null,
  valid_until: null,
  early_url: null,
  expired_url: 'https://shop.example/over',
  redeem_limit: 5,
} as unknown as Link;
const GENERATED = {
  web: { link: 'https://shop.example/products/5', fallback: '' },
  ipad: { link: 'com.shop.app://products/5', fallback: 'https://shop.example/app' },
};

describe('copiedValues', () => {
  it('has everything but the short code, and only the routes that differ', () => {
    const body = JSON.parse(bodyOf(copiedValues(LINK, '{"n":1.0}', GENERATED)));
    assert.deepEqual(body, {
      uri: 'products/5',
      name: 'Sale',
      tags: ['spring'],
      // No template adds an end that the original does not have.
      valid_until: null,
      expired_url: 'https://shop.example/over',
      redeem_limit: 5,
      social: { title: 'Sale' },
      routes: { ipad: { link: 'com.shop.app://sale' } },
      metadata: { n: 1 },
    });
  });

  it('keeps metadata as it is written', () => {
    assert.match(bodyOf(copiedValues(LINK, '{"n":1.0}', GENERATED)), /"metadata":\{"n":1\.0\}/);
    assert.equal(copiedValues(LINK, null, {}).metadata, '');
  });

  it('has what a create cannot have, which is changed afterwards', () => {
    const store = 'https://store.example';
    const own = {
      web: { link: 'products/5', fallback: '' },
      iphone: { link: 'shop://5', fallback: store, skip_page: true },
      ipad: { link: 'shop://own', fallback: store, skip_page: true },
      android: { link: 'shop://5', fallback: store },
    } as const;
    const generated = {
      web: { link: 'https://shop.example/products/5', fallback: '' },
      iphone: { link: 'shop://5', fallback: store, skip_page: true },
      ipad: { link: 'shop://5', fallback: store, skip_page: true },
      universal: { link: 'shop://5', fallback: store },
      android: { link: 'shop://5', fallback: store, skip_page: true },
    } as const;
    const values = copiedValues({ ...LINK, routes: own }, null, generated);
    const { routes } = JSON.parse(bodyOf(values));
    assert.deepEqual(routes, { ipad: { link: 'shop://own' } });
    const created = { ...generated, ipad: { link: 'shop://own', fallback: store } };
    assert.deepEqual(routesAfterCreate(values, created), {
      routes: {
        ipad: { skip_page: true },
        universal: null,
        android: { skip_page: false },
      },
    });
    assert.equal(routesAfterCreate(values, own), undefined);
  });
});
