import { fail } from '../../problem.ts';
import type { AppState } from '../../domain/setup-diff.ts';
import {
  countPlatformLinks,
  findAppByName,
  isOnDefaultHost,
  listApps,
  type App,
} from '../../storage/apps.ts';
import { loadAllHosts } from '../../storage/hosts.ts';
import type { Context } from '../context.ts';
import { appState } from './app-state.ts';

/** The app of this name. Fails with `not_found`, naming those that exist. */
export async function getApp(ctx: Context, name: string): Promise<App> {
  const app = await findAppByName(ctx.db, name);
  if (app) return app;
  const names = (await listApps(ctx.db)).map((known) => known.name);
  const known = names.length > 0 ? `apps are ${names.join(', ')}` : 'there is no app yet';
  fail('not_found', `there is no app "${name}"; ${known}`);
}

/** An app with all its settings. `platform_links`: links that its platform tokens created. */
export type ShownApp = App & AppState & { readonly platform_links: number };

/** Of the hosts, those that are proven. Fails with `not_found`. */
export async function showApp(ctx: Context, name: string): Promise<ShownApp> {
  const app = await getApp(ctx, name);
  const state = await appState(ctx.db, app.id, 'proven');
  return { ...app, ...state, platform_links: await countPlatformLinks(ctx.db, app.id) };
}

/** What the apply file does not say of an app. */
export async function showAppBesides(
  ctx: Context,
  appId: string,
): Promise<{ readonly pendingHosts: readonly string[]; readonly onDefaultHost: boolean }> {
  const hosts = await loadAllHosts(ctx.db, appId);
  return {
    pendingHosts: hosts.filter(({ state }) => state === 'pending').map(({ host }) => host),
    onDefaultHost: await isOnDefaultHost(ctx.db, appId),
  };
}

export function listAllApps(ctx: Context): Promise<App[]> {
  return listApps(ctx.db);
}
