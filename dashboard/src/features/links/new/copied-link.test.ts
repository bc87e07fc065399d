import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Link } from '../../../api/types.ts';
import { copiedValues } from './copied-link.ts';
import { bodyOf } from './new-link.ts';

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
});
