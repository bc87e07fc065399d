import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newAppPlatforms } from './platform.ts';
import { storeApps } from './visit-app.ts';

test('the apps of the platforms are those with a scheme and a page in the store of the platform', () => {
  const [enabled, apple] = [true, 'https://apps.apple.com/app/id1'];
  const play = 'https://play.google.com/store/apps/details?id=com.shop';
  assert.deepEqual(
    storeApps({
      ...newAppPlatforms(),
      iphone: { enabled, base: 'Shop://open', fallback: apple },
      ipad: { enabled: false, base: 'shop-pad://', fallback: apple },
      universal: { enabled, fallback: apple },
      android: { enabled, base: 'shop://', fallback: play },
    }),
    { iphone: { scheme: 'shop', id: '1' }, android: { scheme: 'shop', id: 'com.shop' } },
  );
  const android = { enabled, base: 'shop://', fallback: apple };
  assert.deepEqual(storeApps({ ...newAppPlatforms(), android }), {});
});
