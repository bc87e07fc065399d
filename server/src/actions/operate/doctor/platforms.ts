import {
  PLATFORMS,
  type AppPlatforms,
  type Platform,
  type PlatformSettings,
} from '../../../domain/app/platform.ts';
import { isStore, playPackage } from '../../../domain/link/app-store.ts';
import { linkRoutes } from '../../../domain/link/link-routes.ts';
import type { OwnAddresses } from '../../../domain/link/own-address.ts';
import { isHttp } from '../../../domain/link/route.ts';
import { Matcher } from '../../../domain/template/matcher.ts';
import { DEVICES, type Device } from '../../../platform/rules.ts';
import { decide } from '../../../visit/decide.ts';
import { visitFacts } from '../../../visit/facts.ts';
import { ADDRESS, applyCommand, type AppFinding, type Finding } from './finding.ts';
import { examineBases, list, noPlatform } from './platform-bases.ts';

/** Reports errors and unusual values in the platforms of an app. Suggested commands name the app. */
export function examinePlatforms(
  program: string,
  app: string,
  platforms: AppPlatforms,
  own: OwnAddresses,
): AppFinding[] {
  const on = PLATFORMS.filter((platform) => platforms[platform].enabled);
  if (on.length === 0) return [noPlatform(program, app, platforms)];
  const lost = devicesWithoutDestination(platforms, own);
  return [
    ...examineBases(program, app, platforms, on, lost),
    ...on.flatMap((platform) => examinePlatform(program, app, platform, platforms[platform])),
  ];
}

const APPLE_STORE = /^(?:itms-apps:|https?:\/\/(?:apps|itunes)\.apple\.com\/)/i;
const PLAY_STORE = /^(?:market:|https?:\/\/play\.google\.com\/)/i;

function examinePlatform(
  program: string,
  app: string,
  platform: Platform,
  settings: PlatformSettings,
): AppFinding[] {
  if (platform === 'web') return [];
  const { base, fallback, apps = [] } = settings;
  const findings: AppFinding[] = [];
  /** `changed`: the settings that a command would make. */
  const add = (
    level: Finding['level'],
    field: 'base' | 'fallback' | 'apps',
    what: string,
    fix: string,
    changed?: Partial<PlatformSettings>,
  ): void => {
    const command =
      changed && applyCommand(program, app, { [platform]: { ...settings, ...changed } });
    findings.push({
      level,
      what: `${platform} ${what}`,
      advice: command === undefined ? fix : `${fix}: ${command}`,
      locations: [{ where: `/platforms/${platform}/${field}`, fix }],
    });
  };

  const android = platform === 'android';
  const wrongStore = android ? APPLE_STORE : PLAY_STORE;
  const opensApp = base !== undefined && !isHttp(base);
  if (wrongStore.test(fallback)) {
    add(
      'warning',
      'fallback',
      `has a page of the wrong app store as its fallback (${fallback})`,
      `set its page in ${android ? 'Google Play' : 'the App Store'}`,
      { fallback: ADDRESS },
    );
  } else if (opensApp && fallback === '') {
    add(
      'warning',
      'fallback',
      `opens an app (${base}) and has no fallback`,
      'set the app store page, for people who do not have the app',
      { fallback: ADDRESS },
    );
  } else if (opensApp && !isStore(fallback)) {
    add(
      'hint',
      'fallback',
      `opens an app (${base}), and its fallback is not an app store page (${fallback})`,
      'if people can install the app, set its app store page',
      { fallback: ADDRESS },
    );
  } else if (base !== undefined && !opensApp && isStore(fallback) && apps.length === 0) {
    add(
      'hint',
      'base',
      `leads to the web (${base}), so its fallback is never used (${fallback})`,
      'set the scheme of the app as its base ("com.shop.app://")',
      { base: ADDRESS },
    );
  }
  const id = playPackage(fallback);
  const packages = apps.flatMap((one) => ('package' in one ? [one.package] : []));
  if (id !== undefined && packages.length > 0 && !packages.includes(id)) {
    add(
      'warning',
      'apps',
      `has the app store page of ${id} as its fallback, but its links open ${list(packages)}`,
      'use the same application id in both',
    );
  }
  if (apps.length > 0 && !opensApp) {
    add(
      'hint',
      'base',
      'has apps that open links directly, but no base for the button that opens an app',
      'for links that phones open in the browser, set the scheme of the app as its base ("com.shop.app://")',
      { base: ADDRESS },
    );
  }
  return findings;
}

const CODE = 'example';
const PATH = 'products/5';

/**
 * The devices on which a link that is created from a path has no destination if no template matches the path. They
 * are found by a visit, because a device can also use the routes of other platforms.
 */
function devicesWithoutDestination(platforms: AppPlatforms, own: OwnAddresses): readonly Device[] {
  const rules = { platforms, matcher: new Matcher([]) };
  const { routes } = linkRoutes(PATH, { form: 'path', path: PATH }, {}, rules, own);
  const link = { code: CODE, routes, state: 'active', social: undefined } as const;
  const settings = { own, addCode: false, desktopQr: false, card: { title: '' } };
  const person = { ...visitFacts({}), visitor: 'person', perhaps: undefined } as const;
  return DEVICES.filter(
    (device) => decide(link, { ...person, device }, settings).kind === 'no-route',
  );
}
