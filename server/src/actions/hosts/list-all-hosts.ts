import { listApps } from '../../storage/apps.ts';
import { getApp } from '../apps/get-app.ts';
import type { Context } from '../context.ts';
import { listHosts, type ListedHost } from './list-hosts.ts';

export interface HostOfApp extends ListedHost {
  readonly app: string;
}

/**
 * Returns the hosts of all apps or of one.
 * @throws `not_found`
 */
export async function listAllHosts(ctx: Context, appName?: string): Promise<HostOfApp[]> {
  const apps = appName === undefined ? await listApps(ctx.db) : [await getApp(ctx, appName)];
  const all: HostOfApp[] = [];
  for (const { id, name } of apps) {
    const { hosts } = await listHosts(ctx, id);
    all.push(...hosts.map((host) => ({ app: name, ...host })));
  }
  return all;
}
