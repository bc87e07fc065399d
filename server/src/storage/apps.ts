import {
  isPlatform,
  newAppPlatforms,
  type AppPlatforms,
  type Platform,
  type PlatformSettings,
} from '../domain/app/platform.ts';
import type { AndroidApp, AppleApp } from '../domain/app/association.ts';
import {
  platformTokensOf,
  type PlatformTokens,
  type PlatformTokensSetup,
} from '../domain/app/platform-tokens.ts';
import type { MetadataSchemaDocument } from '../domain/schema/metadata-schema.ts';
import type { VisitSettings } from '../domain/app/visit-settings.ts';
import type { Reader, Transaction } from './database.ts';

export interface App {
  readonly id: string;
  readonly name: string;
}

export function listApps(db: Reader): Promise<App[]> {
  return db.all<App>('select id, name from apps order by name');
}

/** The only app; undefined if there are none or several. */
export async function findOnlyApp(db: Reader): Promise<App | undefined> {
  const [first, second] = await db.all<App>('select id, name from apps limit 2');
  return second ? undefined : first;
}

export async function findAppByName(db: Reader, name: string): Promise<App | undefined> {
  return (await db.all<App>('select id, name from apps where name = ?', [name]))[0];
}

/** An app with its time of creation: milliseconds since 1970-01-01 UTC. */
export interface DatedApp extends App {
  readonly createdAt: number;
}

export function findApp(db: Reader, id: string): Promise<DatedApp | undefined> {
  return db.find('select id, name, created_at as "createdAt" from apps where id = ?', [id]);
}

/** The oldest app. */
export async function firstApp(db: Reader): Promise<App | undefined> {
  return (await db.all<App>('select id, name from apps order by created_at, id limit 1'))[0];
}

/** `onDefaultHost`: the association files of the default host may list it. */
export async function insertApp(
  tx: Transaction,
  app: App,
  now: number,
  onDefaultHost: boolean,
): Promise<void> {
  const sql = 'insert into apps (id, name, created_at, on_default_host) values (?, ?, ?, ?)';
  await tx.run(sql, [app.id, app.name, now, onDefaultHost ? 1 : 0]);
}

/** The ids of the apps that the association files of the default host may list. */
export async function listAppsOnDefaultHost(db: Reader): Promise<string[]> {
  const rows = await db.all<{ id: string }>('select id from apps where on_default_host = 1');
  return rows.map(({ id }) => id);
}

export async function isOnDefaultHost(db: Reader, appId: string): Promise<boolean> {
  const sql = 'select 1 from apps where id = ? and on_default_host = 1';
  return (await db.all(sql, [appId])).length > 0;
}

export async function saveOnDefaultHost(
  tx: Transaction,
  appId: string,
  onDefaultHost: boolean,
): Promise<void> {
  const sql = 'update apps set on_default_host = ? where id = ?';
  await tx.run(sql, [onDefaultHost ? 1 : 0, appId]);
}

/** The random text that the DNS records of the app's hosts carry; undefined before the first use. */
export async function findHostProof(db: Reader, appId: string): Promise<string | undefined> {
  const sql = 'select host_proof from apps where id = ?';
  return (await db.all<{ host_proof: string | null }>(sql, [appId]))[0]?.host_proof ?? undefined;
}

/** Sets that text, unless the app has one. */
export async function saveHostProof(tx: Transaction, appId: string, proof: string): Promise<void> {
  const sql = 'update apps set host_proof = ? where id = ? and host_proof is null';
  await tx.run(sql, [proof, appId]);
}

export async function loadVisitSettings(db: Reader, appId: string): Promise<VisitSettings> {
  const row = await db.find<{ visits: string }>('select visits from apps where id = ?', [appId]);
  return JSON.parse(row?.visits ?? '{}') as VisitSettings;
}

export async function saveVisitSettings(
  tx: Transaction,
  appId: string,
  settings: VisitSettings,
): Promise<void> {
  await tx.run('update apps set visits = ? where id = ?', [JSON.stringify(settings), appId]);
}

/** The schema for the metadata of the app's links; without members if it accepts all metadata. */
export async function loadMetadataSchema(
  db: Reader,
  appId: string,
): Promise<MetadataSchemaDocument> {
  const sql = 'select metadata_schema as schema from apps where id = ?';
  const row = await db.find<{ schema: string | null }>(sql, [appId]);
  return JSON.parse(row?.schema ?? '{}') as MetadataSchemaDocument;
}

export async function saveMetadataSchema(
  tx: Transaction,
  appId: string,
  schema: MetadataSchemaDocument,
): Promise<void> {
  const text = Object.keys(schema).length > 0 ? JSON.stringify(schema) : null;
  await tx.run('update apps set metadata_schema = ? where id = ?', [text, appId]);
}

/** What the platform tokens of an app may create. */
export async function loadPlatformTokens(db: Reader, appId: string): Promise<PlatformTokens> {
  const sql = 'select platform_tokens as settings from apps where id = ?';
  const [row] = await db.all<{ settings: string }>(sql, [appId]);
  return platformTokensOf(JSON.parse(row?.settings ?? '{}') as PlatformTokensSetup);
}

export async function savePlatformTokens(
  tx: Transaction,
  appId: string,
  settings: PlatformTokens,
): Promise<void> {
  const sql = 'update apps set platform_tokens = ? where id = ?';
  await tx.run(sql, [JSON.stringify(settings), appId]);
}

/** How many links the platform tokens of an app have created, deleted ones included. */
export async function countPlatformLinks(db: Reader, appId: string): Promise<number> {
  const sql = 'select links from platform_token_creates where app_id = ?';
  return (await db.all<{ links: number }>(sql, [appId]))[0]?.links ?? 0;
}

/** The settings of all five platforms; defaults for those that were never set. */
export async function loadPlatforms(db: Reader, appId: string): Promise<AppPlatforms> {
  const rows = await db.all<{
    platform: string;
    enabled: number;
    base: string | null;
    fallback: string;
    apps: string;
  }>('select platform, enabled, base, fallback, apps from platforms where app_id = ?', [appId]);
  const platforms = newAppPlatforms();
  for (const { platform, enabled, base, fallback, apps } of rows) {
    if (!isPlatform(platform)) continue;
    platforms[platform] = {
      enabled: enabled === 1,
      ...(base === null ? {} : { base }),
      fallback,
      ...(apps === '[]' ? {} : { apps: JSON.parse(apps) as (AppleApp | AndroidApp)[] }),
    };
  }
  return platforms;
}

/** The mobile apps of every enabled platform. */
export async function listAssociations(
  db: Reader,
): Promise<{ appId: string; apps: (AppleApp | AndroidApp)[] }[]> {
  const rows = await db.all<{ appId: string; apps: string }>(
    `select app_id as "appId", apps from platforms
     where enabled = 1 and apps <> '[]' order by app_id, platform`,
  );
  return rows.map(({ appId, apps }) => {
    return { appId, apps: JSON.parse(apps) as (AppleApp | AndroidApp)[] };
  });
}

export async function savePlatform(
  tx: Transaction,
  appId: string,
  platform: Platform,
  settings: PlatformSettings,
): Promise<void> {
  await tx.run(
    `insert into platforms (app_id, platform, enabled, base, fallback, apps)
     values (?, ?, ?, ?, ?, ?)
     on conflict (app_id, platform)
     do update set enabled = excluded.enabled, base = excluded.base, fallback = excluded.fallback,
       apps = excluded.apps`,
    [
      appId,
      platform,
      settings.enabled ? 1 : 0,
      settings.base ?? null,
      settings.fallback,
      JSON.stringify(settings.apps ?? []),
    ],
  );
}
