import { isHttp } from '../link/route.ts';
import { PLATFORMS, type AppPlatforms } from './platform.ts';

/** What an app has of all that its links need. */
export interface SetupProgress {
  /** An enabled platform has a base. */
  readonly hasBase: boolean;
  /** Links open on a host that is suitable: a proven one, or the default host. */
  readonly hasDomain: boolean;
  /** Association files name a mobile app; undefined: the app has none. */
  readonly mobileApps: boolean | undefined;
  /** The short code of the newest active link; undefined: there is none. */
  readonly newestLink: string | undefined;
  /** A person opened a link on a phone or tablet; undefined: unknown. */
  readonly phoneVisit: boolean | undefined;
}

/**
 * Do association files name a mobile app? Undefined: there is none to name, because all bases lead to the web. Without
 * any base, this is not known yet, so it is still to be done.
 */
export function opensMobileApps(platforms: AppPlatforms): boolean | undefined {
  const enabled = PLATFORMS.map((name) => platforms[name]).filter((one) => one.enabled);
  if (enabled.some(({ apps = [] }) => apps.length > 0)) return true;
  const bases = enabled.flatMap(({ base }) => (base === undefined ? [] : [base]));
  return bases.length > 0 && bases.every(isHttp) ? undefined : false;
}
