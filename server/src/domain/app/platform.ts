import type { AndroidApp, AppleApp } from './association.ts';

/** The five platforms a link has routes for. `universal` is an iOS app for iPhone and iPad alike. */
export const PLATFORMS = ['web', 'iphone', 'ipad', 'universal', 'android'] as const;

export type Platform = (typeof PLATFORMS)[number];

export function isPlatform(value: string): value is Platform {
  return (PLATFORMS as readonly string[]).includes(value);
}

/** How one app publishes on one platform. */
export interface PlatformSettings {
  /** If `false`, links get no default route for this platform. */
  readonly enabled: boolean;
  /** What a path is joined with (`https://shop.example`, `com.shop.app://`); absent: nothing. */
  readonly base?: string;
  /** Where people go when the app is missing, usually its store page; `""`: nowhere. */
  readonly fallback: string;
  /** Those that open links by themselves, from Apple or Google; absent: none. */
  readonly apps?: readonly (AppleApp | AndroidApp)[];
}

export type AppPlatforms = Readonly<Record<Platform, PlatformSettings>>;

/** A new app: every platform on, none with a base. */
export function newAppPlatforms(): Record<Platform, PlatformSettings> {
  return Object.fromEntries(
    PLATFORMS.map((platform) => [platform, { enabled: true, fallback: '' }]),
  ) as unknown as Record<Platform, PlatformSettings>;
}
