import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Routes } from '../api/types.ts';
import { hasNoDestination } from './no-destination.ts';

const to = (link: string, fallback = '') => ({ link, fallback });

describe('whether routes have no address', () => {
  const TABLE: readonly (readonly [routes: Routes, expected: boolean])[] = [
    [{}, true],
    [{ web: to('products/5'), android: to('products/5') }, true],
    [{ web: to('/products/5?to=https://shop.example') }, true],
    [{ web: to('https://shop.example') }, false],
    [{ web: to('products/5'), iphone: to('com.shop.app://products/5') }, false],
    [{ web: to('products/5', 'https://shop.example') }, false],
  ];
  for (const [routes, expected] of TABLE) {
    it(`${JSON.stringify(routes)}: ${expected}`, () =>
      assert.equal(hasNoDestination(routes), expected));
  }
});
