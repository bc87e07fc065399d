import { appleStoreId, playPackage } from '../link/app-store.ts';
import { schemeOf } from '../text/uri.ts';
import type { AppPlatforms, Platform } from './platform.ts';
import type { VisitSettings } from './visit-settings.ts';

/** What visits need to know about an app. */
export interface VisitApp {
  readonly id: string;
  readonly name: string;
  readonly settings: VisitSettings;
  readonly stores: StoreApps;
}

export function visitApp(
  id: string,
  name: string,
  settings: VisitSettings,
  platforms: AppPlatforms,
): VisitApp {
  const { base, enabled } = platforms.web;
  // Pages about links that do not open have somewhere to go.
  const home = enabled && base !== undefined ? { home: base } : {};
  return { id, name, settings: { ...home, ...settings }, stores: storeApps(platforms) };
}

/** The app of a platform as its settings name it. */
interface StoreApp {
  /** The scheme of its addresses. */
  readonly scheme: string;
  /** Its App Store id or Google Play package. */
  readonly id: string;
}

/** The apps of the platforms that are enabled, and whose settings contain both. */
export type StoreApps = Readonly<Partial<Record<Platform, StoreApp>>>;

export function storeApps(platforms: AppPlatforms): StoreApps {
  const app = (platform: Platform, idIn: typeof playPackage): StoreApps => {
    const { enabled, base = '', fallback } = platforms[platform];
    const [scheme, id] = [schemeOf(base), idIn(fallback)];
    return enabled && scheme !== undefined && id !== undefined
      ? { [platform]: { scheme, id } }
      : {};
  };
  return {
    ...app('iphone', appleStoreId),
    ...app('ipad', appleStoreId),
    ...app('universal', appleStoreId),
    ...app('android', playPackage),
  };
}
