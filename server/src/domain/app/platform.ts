import type { AndroidApp, AppleApp } from './association.ts';

/** The platforms for which a link has routes. `universal` is an iOS app for both iPhone and iPad. */
export const PLATFORMS = ['web', 'iphone', 'ipad', 'universal', 'android'] as const;

export type Platform = (typeof PLATFORMS)[number];

export function isPlatform(value: string): value is Platform {
  return (PLATFORMS as readonly string[]).includes(value);
}

export interface PlatformSettings {
  /** If `false`, links get no default route for this platform. */
  readonly enabled: boolean;
  /**
   * The address to which paths are joined (`https://shop.example`, `com.shop.app://`); undefined: paths stay
   * unchanged.
   */
  readonly base?: string;
  /** Where visitors go if the app is not installed, usually its page in the app store; `""`: nowhere. */
  readonly fallback: string;
  /** The mobile apps that open links directly (Universal Links, App Links); undefined: none. */
  readonly apps?: readonly (AppleApp | AndroidApp)[];
}

export type AppPlatforms = Readonly<Record<Platform, PlatformSettings>>;

export function perPlatform<Value>(value: Value): Record<Platform, Value> {
  return { web: value, iphone: value, ipad: value, universal: value, android: value };
}

/** A new app: every platform is enabled, none has a base. */
export function newAppPlatforms(): Record<Platform, PlatformSettings> {
  return perPlatform<PlatformSettings>({ enabled: true, fallback: '' });
}
