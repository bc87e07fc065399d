import {
  PLATFORMS,
  type AppPlatforms,
  type Platform,
  type PlatformSettings,
} from '../../../domain/app/platform.ts';
import { isHttp } from '../../../domain/link/route.ts';
import { isStore, playPackage } from '../../../domain/link/app-store.ts';
import { ADDRESS, applyCommand, type AppFinding, type Finding, type Place } from './finding.ts';

/**
 * What is wrong with, or odd about, the settings of an app's platforms. Silent when nothing is. The
 * commands that are advised name the app.
 */
export function examinePlatforms(app: string, platforms: AppPlatforms): AppFinding[] {
  const on = PLATFORMS.filter((platform) => platforms[platform].enabled);
  return [
    ...examineBases(app, platforms, on),
    ...on.flatMap((platform) => examinePlatform(app, platform, platforms[platform])),
  ];
}

/** Which platforms were left as they are in a new app. */
function examineBases(app: string, platforms: AppPlatforms, on: readonly Platform[]): AppFinding[] {
  const opens = (platform: Platform): boolean =>
    on.includes(platform) && platforms[platform].base !== undefined;
  const bare = on.filter((platform) => !opens(platform));
  const off = (names: readonly Platform[]): string =>
    applyCommand(
      app,
      Object.fromEntries(names.map((name) => [name, { ...platforms[name], enabled: false }])),
    );
  if (bare.length > 0 && bare.length === on.length) {
    return [
      {
        level: 'warning',
        what: 'no platform has a base, so a link made from a path, such as products/5, leads nowhere on every platform',
        advice: applyCommand(app, { web: { ...platforms.web, base: ADDRESS } }),
        places: [
          {
            where: '/platforms',
            fix: 'set a base, at least for web: https://shop.example',
          },
        ],
      },
    ];
  }
  const findings: AppFinding[] = [];
  if (bare.includes('web')) {
    findings.push({
      level: 'warning',
      what: 'web has no base, so a link made from a path leads computers nowhere',
      advice: applyCommand(app, { web: { ...platforms.web, base: ADDRESS } }),
      places: basesOf(['web'], {
        fix: 'give it the address of the web site: https://shop.example',
      }),
    });
  }
  // They are asked first, and their copy of an http(s) URI is an address that opens.
  const hiding: readonly Platform[] = bare.filter((name) => name === 'iphone' || name === 'ipad');
  const hidden = opens('universal') && hiding.length > 0;
  if (hidden) {
    findings.push({
      level: 'warning',
      what: `on without a base, ahead of universal: ${list(hiding)}; there a link made from a web address opens the web, not the app`,
      advice: `leave it to universal: ${off(hiding)}`,
      places: basesOf(hiding, {
        what: 'on without a base, ahead of universal: a link made from a web address opens the web here, not the app',
        fix: 'switch it off, which leaves it to universal',
      }),
    });
  }
  const idle = bare.filter(
    (name) =>
      name !== 'web' &&
      platforms[name].fallback === '' &&
      !(hidden && hiding.includes(name)) &&
      // Only visits that find no route for their own device come to it.
      !(name === 'universal' && (opens('iphone') || opens('ipad'))),
  );
  if (idle.length > 0) {
    findings.push({
      level: 'hint',
      what: `on without a base: ${list(idle)}; visitors there go on to the next route, in the end to the web`,
      advice: `where there is no app, switch the platform off: ${off(idle)}`,
      places: basesOf(idle, {
        what: 'on without a base: visitors go on to the next route, in the end to the web',
        fix: 'where there is no app, switch the platform off',
      }),
    });
  }
  return findings;
}

/** The field for the base of each platform. */
function basesOf(names: readonly Platform[], said: Omit<Place, 'where'>): Place[] {
  return names.map((name) => ({ where: `/platforms/${name}/base`, ...said }));
}

function list(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

const APPLE_STORE = /^(?:itms-apps:|https?:\/\/(?:apps|itunes)\.apple\.com\/)/i;
const PLAY_STORE = /^(?:market:|https?:\/\/play\.google\.com\/)/i;

function examinePlatform(
  app: string,
  platform: Platform,
  settings: PlatformSettings,
): AppFinding[] {
  if (platform === 'web') return [];
  const { base, fallback, apps = [] } = settings;
  const findings: AppFinding[] = [];
  /** `changed`: what a command would set. */
  const add = (
    level: Finding['level'],
    field: 'base' | 'fallback' | 'apps',
    what: string,
    fix: string,
    changed?: Partial<PlatformSettings>,
  ): void => {
    const command = changed && applyCommand(app, { [platform]: { ...settings, ...changed } });
    findings.push({
      level,
      what: `${platform} ${what}`,
      advice: command === undefined ? fix : `${fix}: ${command}`,
      places: [{ where: `/platforms/${platform}/${field}`, fix }],
    });
  };

  const android = platform === 'android';
  const wrongStore = android ? APPLE_STORE : PLAY_STORE;
  const opensApp = base !== undefined && !isHttp(base);
  if (wrongStore.test(fallback)) {
    add(
      'warning',
      'fallback',
      `has a page of the wrong store as its fallback (${fallback})`,
      `give it its page of ${android ? 'Google Play' : 'the App Store'}`,
      { fallback: ADDRESS },
    );
  } else if (opensApp && fallback === '') {
    add(
      'warning',
      'fallback',
      `opens an app (${base}) and has no fallback`,
      'set the store page, for people who do not have the app',
      { fallback: ADDRESS },
    );
  } else if (opensApp && !isStore(fallback)) {
    add(
      'hint',
      'fallback',
      `opens an app (${base}), and its fallback is no store page (${fallback})`,
      'if people can install the app, give its store page',
      { fallback: ADDRESS },
    );
  } else if (base !== undefined && !opensApp && isStore(fallback) && apps.length === 0) {
    add(
      'hint',
      'base',
      `leads to the web (${base}), so nobody comes to its fallback (${fallback})`,
      'give it the scheme of the app as base ("com.shop.app://")',
      { base: ADDRESS },
    );
  }
  const id = playPackage(fallback);
  const packages = apps.flatMap((one) => ('package' in one ? [one.package] : []));
  if (id !== undefined && packages.length > 0 && !packages.includes(id)) {
    add(
      'warning',
      'apps',
      `has the store page of ${id} as its fallback, and its links open ${list(packages)}`,
      'give both the same application id',
    );
  }
  if (apps.length > 0 && !opensApp) {
    add(
      'hint',
      'base',
      'has apps that open links by themselves, and no base that opens one with a button',
      'for places where phones open links in the browser, give it the scheme of the app as base ("com.shop.app://")',
      { base: ADDRESS },
    );
  }
  return findings;
}
