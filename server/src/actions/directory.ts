import { Directory } from '../cache/directory.ts';
import type { Association } from '../domain/app/association.ts';
import { listApps, listAppsOnDefaultHost, listAssociations } from '../storage/apps.ts';
import { StoreUnavailable } from '../storage/database.ts';
import { listHosts } from '../storage/hosts.ts';
import type { Context } from './context.ts';

/** Maps hosts to apps. While the database is unavailable, the last known state is used. */
export async function directoryOf(ctx: Context): Promise<Directory> {
  const { currentDirectory, directory, moment } = ctx.memory;
  if (currentDirectory) return currentDirectory;
  try {
    const hosts = (await listHosts(ctx.db)).map(({ host, appId }) => [host, appId] as const);
    const [first, ...others] = await listApps(ctx.db);
    const loaded = new Directory(
      new Map(hosts),
      others.length === 0 ? first?.id : undefined,
      await associations(ctx),
      new Set(await listAppsOnDefaultHost(ctx.db)),
    );
    ctx.memory.keepDirectory(loaded, moment);
    return loaded;
  } catch (error) {
    if (directory && error instanceof StoreUnavailable) return directory;
    throw error;
  }
}

async function associations(ctx: Context): Promise<Map<string, Association>> {
  const byApp = new Map<string, Association>();
  for (const { appId, platform, apps } of await listAssociations(ctx.db)) {
    const { apple, android } = byApp.get(appId) ?? { apple: [], android: [] };
    byApp.set(
      appId,
      platform === 'android'
        ? { apple, android: [...android, ...(apps as Association['android'])] }
        : { apple: [...apple, ...(apps as Association['apple'])], android },
    );
  }
  return byApp;
}
