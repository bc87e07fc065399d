import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRecord } from '../../../domain/text/json-value.ts';
import { parseJson } from '../../../domain/text/json.ts';
import {
  newAppPlatforms,
  PLATFORMS,
  type Platform,
  type PlatformSettings,
} from '../../../domain/app/platform.ts';
import { readSetup } from '../../../domain/app/setup.ts';
import { ownAddresses } from '../../../domain/link/own-address.ts';
import { runToEnd } from '../../../domain/text/steps.ts';
import type { AppFinding, Finding } from './finding.ts';
import { examinePlatforms } from './platforms.ts';

type Settings = Partial<Record<Platform, Partial<PlatformSettings>>>;

const OWN = ownAddresses('https://api.example', 'https://go.example', []);
const APP = 'com.shop.app://';
const WEB = 'https://shop.example';
const APP_STORE = 'https://apps.apple.com/app/id1';
const PLAY = 'https://play.google.com/store/apps/details?id=com.shop.app';

/** Platforms that are not listed are disabled. */
function found(settings: Settings): AppFinding[] {
  const platforms: Record<Platform, PlatformSettings> = newAppPlatforms();
  for (const platform of PLATFORMS) {
    const named = settings[platform];
    platforms[platform] = { ...platforms[platform], enabled: named !== undefined, ...named };
  }
  return examinePlatforms('smartlink', 'shop', platforms, OWN);
}

const apple = { team_id: 'ABCDE12345', bundle_id: 'com.shop.app' };
const android = (name: string) => ({ package: name, sha256_cert_fingerprints: ['AA'] });

describe('settings without findings', () => {
  const GOOD: readonly Settings[] = [
    { web: { base: WEB } },
    {
      web: { base: WEB },
      iphone: { base: APP, fallback: APP_STORE },
      android: { base: APP, fallback: PLAY },
    },
    { iphone: { base: APP, fallback: 'itms-apps://apps.apple.com/app/id1', apps: [apple] } },
    { android: { base: APP, fallback: PLAY, apps: [android('com.shop.app')] } },
    { android: { base: APP, fallback: 'market://details?id=com.shop.app' } },
    { android: { base: 'https://m.shop.example' } },
    { universal: { base: APP, fallback: APP_STORE } },
    // A path leads directly to the app store.
    { web: { base: WEB }, android: { fallback: PLAY } },
    // Disabled platforms have no findings.
    { web: { base: WEB }, iphone: { enabled: false, base: APP, fallback: PLAY } },
  ];
  for (const settings of GOOD) {
    it(JSON.stringify(settings), () => assert.deepEqual(found(settings), []));
  }
});

describe('settings with findings', () => {
  type Row = readonly [settings: Settings, level: Finding['level'], what: RegExp, advice: RegExp];
  const ROWS: readonly Row[] = [
    [
      { web: {}, ipad: {} },
      'warning',
      /no platform has a base, so a link created from a path, such as products\/5, has no destination/,
      /"platforms":{"web":{"base":"ADDRESS"}}}\]}' \| smartlink apply -$/,
    ],
    [{}, 'warning', /every platform is disabled/, /"web":{"base":"ADDRESS"}/],
    // Without web, a path has no destination on the platform, although others have a base.
    [
      { android: {}, iphone: { base: APP, fallback: 'itms-apps://apps.apple.com/app/id1' } },
      'warning',
      /^android: enabled without a base, .* a link created from a path has no destination there$/,
      /"platforms":{"web":{"base":"ADDRESS"}}}\]}' \| smartlink apply -$/,
    ],
    [
      { universal: {}, android: { base: APP, fallback: 'market://details?id=com.shop.app' } },
      'warning',
      /^universal: enabled without a base/,
      /set the base of the app there, or that of web/,
    ],
    [
      { web: {}, iphone: { base: APP, fallback: APP_STORE } },
      'warning',
      /web has no base/,
      /^echo '{"apps":\[{"name":"shop","platforms":{"web":{"base":"ADDRESS"}}}\]}' \| smartlink apply -$/,
    ],
    [
      { web: { base: WEB }, iphone: {}, android: {}, universal: {} },
      'hint',
      /enabled without a base: iphone, universal and android; /,
      /"iphone":{"enabled":false},"universal":{"enabled":false},"android":{"enabled":false}/,
    ],
    [
      { iphone: {}, ipad: {}, universal: { base: APP, fallback: APP_STORE } },
      'warning',
      /before universal: iphone and ipad; on iPhones and iPads, a link created from a web address opens the web/,
      /"iphone":{"enabled":false},"ipad":{"enabled":false}/,
    ],
    // iPads use the route of iPhones last.
    [
      { web: { base: WEB }, iphone: { base: APP, fallback: APP_STORE }, ipad: {}, universal: {} },
      'warning',
      /before iphone: ipad and universal; on iPads, /,
      /to use iphone instead: .*"ipad":{"enabled":false},"universal":{"enabled":false}/,
    ],
    [
      { iphone: { base: APP, fallback: APP_STORE }, universal: {} },
      'warning',
      /before iphone: universal; on iPads, /,
      /to use iphone instead: .*"universal":{"enabled":false}/,
    ],
    [
      { iphone: { fallback: APP_STORE }, universal: { base: APP, fallback: APP_STORE } },
      'warning',
      /before universal: iphone; /,
      /"iphone":{"enabled":false,"fallback":"https:\/\/apps\.apple\.com\/app\/id1"}/,
    ],
    [{ iphone: { base: APP } }, 'warning', /iphone opens an app .* no fallback/, /"base":"com/],
    [
      { ipad: { base: APP, fallback: PLAY } },
      'warning',
      /wrong app store/,
      /page in the App Store/,
    ],
    [
      { universal: { base: APP, fallback: 'market://details?id=a.b' } },
      'warning',
      /wrong app store/,
      /"fallback":"ADDRESS"/,
    ],
    [
      { android: { base: APP, fallback: APP_STORE } },
      'warning',
      /wrong app store/,
      /page in Google Play/,
    ],
    [
      { android: { fallback: APP_STORE }, web: { base: WEB } },
      'warning',
      /wrong app store/,
      /Play/,
    ],
    [
      { android: { base: APP, fallback: 'https://shop.example/get' } },
      'hint',
      /not an app store page/,
      /if people can install the app/,
    ],
    [
      { iphone: { base: WEB, fallback: APP_STORE } },
      'hint',
      /its fallback is never used/,
      /{"fallback":"https:\/\/apps\.apple\.com\/app\/id1","base":"ADDRESS"}/,
    ],
    [
      { android: { base: APP, fallback: PLAY, apps: [android('com.shop.lite')] } },
      'warning',
      /store page of com\.shop\.app .* open com\.shop\.lite/,
      /same application id/,
    ],
    [
      { iphone: { base: WEB, fallback: APP_STORE, apps: [apple] } },
      'hint',
      /apps that open links directly/,
      /"apps":\[{"team_id":"ABCDE12345","bundle_id":"com\.shop\.app"}\]/,
    ],
    [
      { web: { base: WEB }, iphone: { fallback: APP_STORE, apps: [apple] } },
      'hint',
      /apps that open links directly/,
      /for links that phones open in the browser/,
    ],
  ];
  for (const [settings, level, what, advice] of ROWS) {
    it(`${JSON.stringify(settings).slice(0, 100)} has one ${level}`, () => {
      const findings = found(settings);
      assert.equal(findings.length, 1, JSON.stringify(findings));
      const [only] = findings;
      assert.equal(only?.level, level);
      assert.ok(only?.locations.every(({ where }) => where.startsWith('/platforms')));
      assert.match(only?.what ?? '', what);
      assert.match(only?.advice ?? '', advice);
    });
  }
});

describe('a suggested command', () => {
  /** The input that the shell would pass to `smartlink apply -`. */
  const fileIn = (advice: string | undefined): string => {
    const quoted = /echo '(.*)' \| smartlink apply -$/.exec(advice ?? '')?.[1];
    assert.ok(quoted !== undefined, advice);
    return quoted.replaceAll("'\\''", "'");
  };
  const issuesOf = (file: string): readonly string[] => {
    const parsed = parseJson(file);
    if ('issue' in parsed) assert.fail(parsed.issue.detail);
    const read = runToEnd(readSetup(parsed.json.value, undefined));
    return 'issues' in read ? read.issues.map(({ pointer }) => pointer) : [];
  };

  it('fixes the finding', () => {
    const settings: Settings = {
      web: { base: WEB },
      iphone: {},
      universal: { base: APP, fallback: APP_STORE },
      android: {},
    };
    let findings = found(settings);
    assert.equal(findings.length, 2);
    for (const { advice } of findings) {
      const file = fileIn(advice);
      assert.deepEqual(issuesOf(file), []);
      const { platforms } = (JSON.parse(file) as { apps: { platforms: Settings }[] }).apps[0] ?? {};
      Object.assign(settings, platforms);
    }
    findings = found(settings);
    assert.deepEqual(findings, []);
  });

  it('keeps all other settings of the platform', () => {
    const [finding] = found({ iphone: { base: "com.shop.o'app://", fallback: PLAY } });
    const file: unknown = JSON.parse(fileIn(finding?.advice));
    assert.ok(isRecord(file));
    assert.deepEqual(file.apps, [
      { name: 'shop', platforms: { iphone: { base: "com.shop.o'app://", fallback: 'ADDRESS' } } },
    ]);
  });

  it('is rejected until the address is filled in', () => {
    const [fallback] = found({ iphone: { base: APP } });
    assert.deepEqual(issuesOf(fileIn(fallback?.advice)), ['/apps/0/platforms/iphone/fallback']);
    const [base] = found({ web: {}, iphone: { base: APP, fallback: APP_STORE } });
    assert.deepEqual(issuesOf(fileIn(base?.advice)), ['/apps/0/platforms/web/base']);
  });
});
