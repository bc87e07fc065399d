import {
  isPlatform,
  newAppPlatforms,
  type AppPlatforms,
  type Platform,
  type PlatformSettings,
} from '../domain/platform.ts';
import type { Reader, Transaction } from './database.ts';

export interface App {
  readonly id: string;
  readonly name: string;
}

export function listApps(db: Reader): Promise<App[]> {
  return db.all<App>('select id, name from apps order by name');
}

export async function findAppByName(db: Reader, name: string): Promise<App | undefined> {
  return (await db.all<App>('select id, name from apps where name = ?', [name]))[0];
}

export async function findApp(db: Reader, id: string): Promise<App | undefined> {
  return (await db.all<App>('select id, name from apps where id = ?', [id]))[0];
}

export async function insertApp(tx: Transaction, app: App, now: number): Promise<void> {
  const sql = 'insert into apps (id, name, created_at) values (?, ?, ?)';
  await tx.run(sql, [app.id, app.name, now]);
}

/** The settings of all five platforms; one that was never set is as in a new app. */
export async function loadPlatforms(db: Reader, appId: string): Promise<AppPlatforms> {
  const rows = await db.all<{
    platform: string;
    enabled: number;
    base: string | null;
    fallback: string;
  }>('select platform, enabled, base, fallback from platforms where app_id = ?', [appId]);
  const platforms = newAppPlatforms();
  for (const { platform, enabled, base, fallback } of rows) {
    if (!isPlatform(platform)) continue;
    platforms[platform] = { enabled: enabled === 1, ...(base === null ? {} : { base }), fallback };
  }
  return platforms;
}

export async function savePlatform(
  tx: Transaction,
  appId: string,
  platform: Platform,
  settings: PlatformSettings,
): Promise<void> {
  await tx.run(
    `insert into platforms (app_id, platform, enabled, base, fallback) values (?, ?, ?, ?, ?)
     on conflict (app_id, platform)
     do update set enabled = excluded.enabled, base = excluded.base, fallback = excluded.fallback`,
    [appId, platform, settings.enabled ? 1 : 0, settings.base ?? null, settings.fallback],
  );
}
