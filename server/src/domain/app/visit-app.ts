import type { AppPlatforms } from './platform.ts';
import { storeApps, type StoreApps } from './store-apps.ts';
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
