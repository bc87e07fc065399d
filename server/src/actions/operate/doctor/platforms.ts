import {
  PLATFORMS,
  type AppPlatforms,
  type Platform,
  type PlatformSettings,
} from '../../../domain/app/platform.ts';
import { isHttp } from '../../../domain/link/route.ts';
import { isStore, playPackage } from '../../../domain/link/app-store.ts';
import type { OwnAddresses } from '../../../domain/link/own-address.ts';
import { DEVICES, type Device } from '../../../platform/rules.ts';
import {
  ADDRESS,
  applyCommand,
  type AppFinding,
  type Finding,
  type FindingLocation,
} from './finding.ts';
import { devicesWithoutDestination } from './path-visits.ts';

/** Reports errors and unusual values in the platforms of an app. Suggested commands name the app. */
export function examinePlatforms(
  app: string,
  platforms: AppPlatforms,
  own: OwnAddresses,
): AppFinding[] {
  const on = PLATFORMS.filter((platform) => platforms[platform].enabled);
  if (on.length === 0) return [noPlatform(app, platforms)];
  const lost = devicesWithoutDestination(platforms, own);
  return [
    ...examineBases(app, platforms, on, lost),
    ...on.flatMap((platform) => examinePlatform(app, platform, platforms[platform])),
  ];
}

function noPlatform(app: string, platforms: AppPlatforms): AppFinding {
  return {
    level: 'warning',
    what: 'every platform is disabled, so new links have no destination unless they set their own',
    advice: webCommand(app, platforms),
    locations: [
      {
        where: '/platforms',
        fix: 'enable a platform and set its base, at least for web, such as https://shop.example',
      },
    ],
  };
}

/** The command that enables web with a base. */
export function webCommand(app: string, { web }: AppPlatforms): string {
  return applyCommand(app, { web: { ...web, enabled: true, base: web.base ?? ADDRESS } });
}

/**
 * Reports platforms with the settings of a new app. `lost`: the devices on which a link that is created from a path
 * has no destination.
 */
function examineBases(
  app: string,
  platforms: AppPlatforms,
  on: readonly Platform[],
  lost: readonly Device[],
): AppFinding[] {
  const opens = (platform: Platform): boolean =>
    on.includes(platform) && platforms[platform].base !== undefined;
  const bare = on.filter((platform) => !opens(platform));
  const off = (names: readonly Platform[]): string =>
    applyCommand(
      app,
      Object.fromEntries(names.map((name) => [name, { ...platforms[name], enabled: false }])),
    );
  if (bare.length === on.length && lost.length === DEVICES.length) {
    return [
      {
        level: 'warning',
        what: 'no platform has a base, so a link created from a path, such as products/5, has no destination on any platform',
        advice: webCommand(app, platforms),
        locations: [
          {
            where: '/platforms',
            fix: 'set a base, at least for web, such as https://shop.example',
          },
        ],
      },
    ];
  }
  const findings: AppFinding[] = [];
  if (bare.includes('web')) {
    findings.push({
      level: 'warning',
      what: 'web has no base, so a link created from a path has no destination on computers',
      advice: applyCommand(app, { web: { ...platforms.web, base: ADDRESS } }),
      locations: basesOf(['web'], {
        fix: 'set it to the address of the website, such as https://shop.example',
      }),
    });
  }
  // Visits use these first, and their copy of an http(s) URI is an address that opens.
  const hiding: readonly Platform[] = bare.filter((name) => name === 'iphone' || name === 'ipad');
  const hidden = opens('universal') && hiding.length > 0;
  if (hidden) {
    findings.push({
      level: 'warning',
      what: `enabled without a base, before universal: ${list(hiding)}; there, a link created from a web address opens the web, not the app`,
      advice: `to use universal instead: ${off(hiding)}`,
      locations: basesOf(hiding, {
        what: 'enabled without a base, before universal: a link created from a web address opens the web, not the app',
        fix: 'disable it to use universal instead',
      }),
    });
  }
  const leadingNowhere = bare.filter((name) =>
    name === 'universal'
      ? lost.includes('iphone') || lost.includes('ipad')
      : name !== 'web' && lost.includes(name),
  );
  if (leadingNowhere.length > 0) {
    const what =
      'enabled without a base, and no other route can be used instead: a link created from a path has no destination there';
    findings.push({
      level: 'warning',
      what: `${list(leadingNowhere)}: ${what}`,
      advice: `set the base of the app there, or that of web, which every device can use: ${webCommand(app, platforms)}`,
      locations: basesOf(leadingNowhere, {
        what,
        fix: 'set the base of the app here, or enable web and set its base, which every device can use',
      }),
    });
  }
  const idle = bare.filter(
    (name) =>
      name !== 'web' &&
      platforms[name].fallback === '' &&
      !leadingNowhere.includes(name) &&
      !(hidden && hiding.includes(name)) &&
      // Only visits without a route for their own device use it.
      !(name === 'universal' && (opens('iphone') || opens('ipad'))),
  );
  if (idle.length > 0) {
    findings.push({
      level: 'hint',
      what: `enabled without a base: ${list(idle)}; visitors there get the next route, and finally the web`,
      advice: `if there is no app, switch the platform off: ${off(idle)}`,
      locations: basesOf(idle, {
        what: 'enabled without a base: visitors get the next route, and finally the web',
        fix: 'if there is no app, switch the platform off',
      }),
    });
  }
  return findings;
}

/** The field for the base of each platform. */
function basesOf(
  names: readonly Platform[],
  said: Omit<FindingLocation, 'where'>,
): FindingLocation[] {
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
  /** `changed`: the settings that a command would make. */
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
