import { Directory } from '../cache/directory.ts';
import {
  associationOf,
  type AndroidApp,
  type AppleApp,
  type Association,
} from '../domain/app/association.ts';
import { findOnlyApp, listAppsOnDefaultHost, listAssociations } from '../storage/apps.ts';
import { StoreUnavailable, type Reader } from '../storage/database.ts';
import { listHosts } from '../storage/hosts.ts';
import { listSubscriptions } from '../storage/webhooks/webhooks.ts';
import type { Subscription } from '../domain/webhook/subscription.ts';
import type { Context } from './context.ts';

/** Maps hosts to apps. While the database is unavailable, the last known state is used. */
export async function directoryOf(ctx: Context): Promise<Directory> {
  const { directories } = ctx.cache;
  if (directories.current) return directories.current;
  const { last } = directories;
  try {
    return await directories.through(() => loadDirectory(ctx.db.quick));
  } catch (error) {
    if (last && error instanceof StoreUnavailable) return last;
    throw error;
  }
}

/**
 * For decisions that every visit, create and redemption needs: while a change is being read, for a moment, or cannot be read, the
 * directory before it. So changes of one app do not delay all others.
 */
export async function recentDirectoryOf(ctx: Context): Promise<Directory> {
  return ctx.cache.directories.recent ?? directoryOf(ctx);
}

async function loadDirectory(db: Reader): Promise<Directory> {
  const hosts = (await listHosts(db)).map(({ host, appId }) => [host, appId] as const);
  return new Directory(
    new Map(hosts),
    (await findOnlyApp(db))?.id,
    await associations(db),
    new Set(await listAppsOnDefaultHost(db)),
    await subscriptions(db),
  );
}

async function associations(db: Reader): Promise<Map<string, Association>> {
  const byApp = new Map<string, (AppleApp | AndroidApp)[]>();
  for (const { appId, apps } of await listAssociations(db)) {
    byApp.set(appId, [...(byApp.get(appId) ?? []), ...apps]);
  }
  return new Map([...byApp].map(([appId, apps]) => [appId, associationOf(apps)]));
}

async function subscriptions(db: Reader): Promise<Map<string, Subscription[]>> {
  const byApp = new Map<string, Subscription[]>();
  for (const { appId, ...webhook } of await listSubscriptions(db)) {
    const others = byApp.get(appId);
    if (others) others.push(webhook);
    else byApp.set(appId, [webhook]);
  }
  return byApp;
}
