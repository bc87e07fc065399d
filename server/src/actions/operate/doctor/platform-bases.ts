import type { AppPlatforms, Platform } from '../../../domain/app/platform.ts';
import { isHttp } from '../../../domain/link/route.ts';
import { DEVICES, type Device } from '../../../platform/rules.ts';
import { PLATFORM_ORDER } from '../../../visit/platform-order.ts';
import { ADDRESS, applyCommand, type AppFinding, type FindingLocation } from './finding.ts';

export function noPlatform(program: string, app: string, platforms: AppPlatforms): AppFinding {
  return {
    level: 'warning',
    what: 'every platform is disabled, so new links have no destination unless they set their own',
    advice: webCommand(program, app, platforms),
    locations: [
      {
        where: '/platforms',
        fix: 'enable a platform and set its base, at least for web, such as https://shop.example',
      },
    ],
  };
}

export function webCommand(program: string, app: string, { web }: AppPlatforms): string {
  return applyCommand(program, app, { web: { ...web, enabled: true, base: web.base ?? ADDRESS } });
}

/**
 * Reports platforms with the settings of a new app. `lost`: the devices on which a link that is created from a path
 * has no destination.
 */
export function examineBases(
  program: string,
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
      program,
      app,
      Object.fromEntries(names.map((name) => [name, { ...platforms[name], enabled: false }])),
    );
  if (bare.length === on.length && lost.length === DEVICES.length) {
    return [
      {
        level: 'warning',
        what: 'no platform has a base, so a link created from a path, such as products/5, has no destination on any platform',
        advice: webCommand(program, app, platforms),
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
      advice: applyCommand(program, app, { web: { ...platforms.web, base: ADDRESS } }),
      locations: basesOf(['web'], {
        fix: 'set it to the address of the website, such as https://shop.example',
      }),
    });
  }
  const hidden = hiddenApps(platforms, on);
  for (const { opener, hiding, where } of hidden) {
    const said = `${where}, a link created from a web address opens the web, not the app`;
    findings.push({
      level: 'warning',
      what: `enabled without a base, before ${opener}: ${list(hiding)}; ${said}`,
      advice: `to use ${opener} instead: ${off(hiding)}`,
      locations: basesOf(hiding, {
        what: `enabled without a base, before ${opener}: ${said}`,
        fix: `disable it to use ${opener} instead`,
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
      advice: `set the base of the app there, or that of web, which every device can use: ${webCommand(program, app, platforms)}`,
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
      !hidden.some(({ hiding }) => hiding.includes(name)) &&
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

/** An app that some devices do not open, because they use platforms without a base first. */
interface HiddenApp {
  readonly opener: Platform;
  readonly hiding: readonly Platform[];
  readonly where: string;
}

const IN_TEXT: Readonly<Partial<Record<Device, string>>> = { iphone: 'iPhones', ipad: 'iPads' };

/** The route of a platform without a base is the URI itself, and that of a web address opens. */
function hiddenApps(platforms: AppPlatforms, on: readonly Platform[]): HiddenApp[] {
  const found = new Map<Platform, { hiding: Set<Platform>; devices: string[] }>();
  for (const device of DEVICES) {
    const order = PLATFORM_ORDER[device].filter((platform) => on.includes(platform));
    const first = order.findIndex((platform) => platforms[platform].base !== undefined);
    const opener = order[first];
    if (first < 1 || opener === undefined || isHttp(platforms[opener].base ?? '')) continue;
    const { hiding, devices } = found.get(opener) ?? { hiding: new Set(), devices: [] };
    for (const platform of order.slice(0, first)) hiding.add(platform);
    found.set(opener, { hiding, devices: [...devices, IN_TEXT[device] ?? device] });
  }
  return [...found].map(([opener, { hiding, devices }]) => ({
    opener,
    hiding: on.filter((platform) => hiding.has(platform)),
    where: `on ${list(devices)}`,
  }));
}

/** The field for the base of each platform. */
function basesOf(
  names: readonly Platform[],
  said: Omit<FindingLocation, 'where'>,
): FindingLocation[] {
  return names.map((name) => ({ where: `/platforms/${name}/base`, ...said }));
}

export function list(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
