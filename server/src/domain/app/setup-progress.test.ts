import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newAppPlatforms, type PlatformSettings } from './platform.ts';
import { opensMobileApps } from './setup-progress.ts';

const settings = (more: Partial<PlatformSettings>): PlatformSettings => ({
  enabled: true,
  fallback: '',
  ...more,
});
const apps = [{ package: 'com.shop.app', sha256_cert_fingerprints: [] }];

describe('the mobile apps of an app', () => {
  const web = settings({ base: 'https://shop.example' });
  const cases: readonly (readonly [string, Partial<Record<string, PlatformSettings>>, unknown])[] =
    [
      ['are still to be set in a new app', {}, false],
      ['are not needed for a website', { web }, undefined],
      ['are to be set if a base opens one', { web, iphone: settings({ base: 'a://' }) }, false],
      ['are set', { web, universal: settings({ apps }) }, true],
      [
        'count only on enabled platforms',
        { web, ipad: settings({ apps, enabled: false }) },
        undefined,
      ],
    ];
  for (const [title, changed, expected] of cases) {
    it(title, () => {
      assert.equal(opensMobileApps({ ...newAppPlatforms(), ...changed }), expected);
    });
  }
});
