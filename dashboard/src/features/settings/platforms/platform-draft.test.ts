import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AppDocument } from '../../../api/types.ts';
import { changedPlatforms, isBase, joined, platformsOf, platformsPart } from './platform-draft.ts';

const APP: AppDocument = {
  name: 'shop',
  platforms: {
    web: { enabled: true, base: 'https://shop.example', fallback: '' },
    ipad: { enabled: false },
  },
  templates: [],
  visits: {},
  metadata_schema: {},
  platform_tokens: {},
  hosts: [],
};

describe('the platforms of an app', () => {
  it('are complete, with defaults', () => {
    const platforms = platformsOf(APP);
    assert.deepEqual(platforms.android, { enabled: true, fallback: '' });
    assert.deepEqual(platforms.ipad, { enabled: false, fallback: '' });
  });

  it('are sent only if they changed', () => {
    const platforms = platformsOf(APP);
    const web = { ...platforms.web, base: '' };
    assert.deepEqual(platformsPart.change({ ...platforms, web }, APP), {
      platforms: { web: { enabled: true, fallback: '' } },
    });
    assert.deepEqual(changedPlatforms(platforms, platforms), {});
  });

  it('are complete after a merge', () => {
    assert.deepEqual(platformsPart.complete?.(APP.platforms), platformsOf(APP));
  });
});

it('a base begins with a scheme', () => {
  assert.ok(isBase('web', 'https://shop.example'));
  assert.ok(isBase('iphone', 'com.shop.app://'));
  for (const base of ['shop.example', 'https:/shop.example', 'https://', 'com.shop.app://']) {
    assert.equal(isBase('web', base), false, base);
  }
  for (const base of ['shop.example', 'com.shop.app', 'com.shop.app:']) {
    assert.equal(isBase('iphone', base), false, base);
  }
});

describe('a path', () => {
  it('is joined to the base', () => {
    assert.equal(joined('https://shop.example', 'products/5'), 'https://shop.example/products/5');
    assert.equal(joined('https://shop.example/', 'products/5'), 'https://shop.example/products/5');
    assert.equal(joined('com.shop.app://', 'products/5'), 'com.shop.app://products/5');
    assert.equal(joined(undefined, 'products/5'), undefined);
  });
});
