import type { AppPlatforms } from './platform.ts';
import { appleStoreId, playPackage } from '../link/app-store.ts';
import type { VisitSettings } from './visit-settings.ts';

/** What visits need to know about an app. */
export interface VisitApp {
  readonly id: string;
  readonly name: string;
  readonly settings: VisitSettings;
  /** The ids of the app in the app stores, for links that do not contain them. */
  readonly stores: { readonly apple: string | undefined; readonly play: string | undefined };
}

export function visitApp(
  id: string,
  name: string,
  settings: VisitSettings,
  platforms: AppPlatforms,
): VisitApp {
  const apple = (['universal', 'iphone', 'ipad'] as const)
    .map((platform) => appleStoreId(platforms[platform].fallback))
    .find((found) => found !== undefined);
  const play = playPackage(platforms.android.fallback);
  const { base, enabled } = platforms.web;
  // Pages about links that do not open have somewhere to go.
  const home = enabled && base !== undefined ? { home: base } : {};
  return { id, name, settings: { ...home, ...settings }, stores: { apple, play } };
}
