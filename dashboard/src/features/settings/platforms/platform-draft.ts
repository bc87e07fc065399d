import type { WholePart } from '../../../api/save-part.ts';
import {
  PLATFORMS,
  type AppDocument,
  type Platform,
  type PlatformSettings,
} from '../../../api/types.ts';
import { hasScheme } from '../../../lib/corrected-address.ts';
import { isSameValue } from '../../../lib/json-value.ts';

export type Platforms = Readonly<Record<Platform, PlatformSettings>>;

/** All platforms as in the API: empty fields are left out or have their default. */
export function platformsOf({ platforms }: Pick<AppDocument, 'platforms'>): Platforms {
  return Object.fromEntries(
    PLATFORMS.map((platform) => [platform, normalize(platforms[platform] ?? {})]),
  ) as Record<Platform, PlatformSettings>;
}

function normalize(settings: PlatformSettings): PlatformSettings {
  const { enabled = true, base, fallback = '', apps = [] } = settings;
  return {
    enabled,
    ...(base === undefined || base === '' ? {} : { base }),
    fallback,
    ...(apps.length === 0 ? {} : { apps }),
  };
}

/** The platforms as a part of the app. Only those that changed are sent. */
export const platformsPart: WholePart<Platforms> = {
  of: platformsOf,
  change: (platforms, app) => ({ platforms: changedPlatforms(platforms, platformsOf(app)) }),
  complete: (value) => platformsOf({ platforms: value }),
};

export function changedPlatforms(
  platforms: Platforms,
  stored: Platforms,
): Partial<Record<Platform, PlatformSettings>> {
  const tidied = platformsOf({ platforms });
  return Object.fromEntries(
    PLATFORMS.filter((platform) => !isSameValue(tidied[platform], stored[platform])).map(
      (platform) => [platform, tidied[platform]],
    ),
  );
}

/** Does a base begin as the service requires? It checks the rest. */
export function isBase(platform: Platform, base: string): boolean {
  return platform === 'web' ? /^https?:\/\/[^/?#]/i.test(base) : hasScheme(base);
}

/** The address of a path on a platform with this base; undefined: there is no base. */
export function joined(base: string | undefined, path: string): string | undefined {
  if (base === undefined || base === '') return undefined;
  return base.endsWith('/') ? base + path : `${base}/${path}`;
}
