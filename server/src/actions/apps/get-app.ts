import { fail } from '../../problem.ts';
import {
  countPlatformLinks,
  findApp,
  findAppByName,
  isOnDefaultHost,
  listApps,
  type App,
  type DatedApp,
} from '../../storage/apps.ts';
import { loadAllHosts } from '../../storage/hosts.ts';
import type { Context } from '../context.ts';

/**
 * Returns the app with this name.
 * @throws `not_found`, with the names of existing apps
 */
export async function getApp(ctx: Context, name: string): Promise<App> {
  const app = await findAppByName(ctx.db, name);
  if (app) return app;
  const names = (await listApps(ctx.db)).map((known) => known.name);
  const known = names.length > 0 ? `apps are ${names.join(', ')}` : 'no app exists yet';
  fail('not_found', `the app "${name}" does not exist; ${known}`);
}

/**
 * Returns the app with this id.
 * @throws `not_found`
 */
export async function getAppById({ db }: Context, id: string): Promise<DatedApp> {
  return (await findApp(db, id)) ?? fail('not_found', 'The app no longer exists.');
}

/** The data of an app that an apply file does not contain. */
export interface AppDetails {
  readonly pendingHosts: readonly string[];
  readonly onDefaultHost: boolean;
  /** Links that its platform tokens created. */
  readonly platformLinks: number;
}

export async function showAppDetails(ctx: Context, appId: string): Promise<AppDetails> {
  const hosts = await loadAllHosts(ctx.db, appId);
  return {
    pendingHosts: hosts.filter(({ state }) => state === 'pending').map(({ host }) => host),
    onDefaultHost: await isOnDefaultHost(ctx.db, appId),
    platformLinks: await countPlatformLinks(ctx.db, appId),
  };
}

export function listAllApps(ctx: Context): Promise<App[]> {
  return listApps(ctx.db);
}
