import { existsSync } from 'node:fs';
import type { Context } from './actions/context.ts';
import { directoryOf } from './actions/directory.ts';
import { anyLookup, publicLookup } from './actions/outgoing-lookups.ts';
import { LinkCache } from './cache/link-cache.ts';
import type { Config } from './config.ts';
import { CODE_ALPHABET } from './domain/link/code.ts';
import { ownAddresses, withLinkHosts, type OwnAddresses } from './domain/link/own-address.ts';
import type { Log } from './log.ts';
import type { Clicks } from './storage/clicks/clicks.ts';
import { pathOf, type BackupStore } from './storage/backups/write-files.ts';
import { finishRestore } from './storage/backups/restore-files.ts';
import { isClickHouse } from './storage/clicks/clickhouse/clickhouse-address.ts';
import { MigrationProgress } from './jobs/migration-progress.ts';
import { clicksUrlOf, openClicks } from './storage/clicks/open-clicks.ts';
import { CountryLookup } from './storage/country-lookup.ts';
import { StoreUnavailable, type Database } from './storage/database.ts';
import { migrate, refuseNewer } from './storage/migrate.ts';
import { openDatabase, openReplicas } from './storage/open.ts';

/** What tests can replace. */
export interface Overrides {
  readonly codeAlphabet?: string;
  readonly codeLength?: number;
  readonly log?: Log;
  readonly now?: () => number;
}

/** The reason of `StoreUnavailable` if a required database is missing. */
export const STORE_MISSING = 'STORE_MISSING';

/** An open database with what actions need. */
export interface Store {
  readonly ctx: Context;
  /** Names of the migrations that this opening applied. */
  readonly migrated: readonly string[];
  /** Whether the database was created. */
  readonly isNew: boolean;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly mustExist?: boolean;
  /** `programName` of the context. */
  readonly programName?: string | undefined;
  /** Gets lines about a migration that takes long. */
  readonly say?: (line: string) => void;
}

/**
 * Opens and migrates the database for operator commands. With `mustExist`, throws `StoreUnavailable` instead of
 * creating a new database. Throws `StoreTooNew` if a later version migrated it.
 */
export async function openStore(
  config: Config,
  { mustExist = false, programName, say = () => undefined }: OpenOptions = {},
): Promise<Store> {
  const ctx = await contextOf(config, { programName }, { readerThreads: false });
  try {
    const isNew = !(await ctx.db.isMigrated());
    if (isNew && mustExist) throw missing(ctx.db);
    const progress = new MigrationProgress(say);
    const migrated = await migrate(ctx.db, ctx.now(), undefined, (step) =>
      progress.begins(step),
    ).finally(() => progress.end());
    await directoryOf(ctx);
    return { ctx, migrated, isNew, close: () => closeStores(ctx) };
  } catch (error) {
    await closeStores(ctx);
    throw error;
  }
}

/**
 * Opens an existing database as it is, for a backup: one that only the version before this one can read is the way back
 * from an upgrade. Throws `StoreUnavailable`, `StoreTooNew`.
 */
export async function openUnmigrated(config: Config): Promise<Context> {
  const ctx = await contextOf({ ...config, clicks: false }, {}, { readerThreads: false });
  try {
    if (!(await ctx.db.isMigrated())) throw missing(ctx.db);
    await refuseNewer(ctx.db);
    return ctx;
  } catch (error) {
    await closeStores(ctx);
    throw error;
  }
}

function missing({ location }: Database): StoreUnavailable {
  return new StoreUnavailable(STORE_MISSING, `no database exists at ${location}`);
}

/** Closes the click store, then the replicas and the database. */
export async function closeStores({ clicks, db, replicas }: Context): Promise<void> {
  try {
    await clicks?.close();
    await replicas?.close();
  } finally {
    await db.close();
  }
}

/** What actions need. The database is opened at its first use: see `openDatabase`. `measure` can wrap it. */
export async function contextOf(
  config: Config,
  overrides: Overrides & { readonly programName?: string | undefined },
  reads: { readonly readerThreads: boolean },
  measure: (db: Database) => Database = (db) => db,
): Promise<Context> {
  completeRestore(config);
  const own = addressesOf(config, config.port);
  const now = overrides.now ?? Date.now;
  const postgres = postgresSettings(config);
  const db = await openDatabase(
    config.databaseUrl,
    {
      alphabet: overrides.codeAlphabet ?? CODE_ALPHABET,
      length: overrides.codeLength ?? config.codeLength,
    },
    { ...postgres, poolSize: config.databasePoolSize },
    reads,
  );
  const replicas = await openReplicas(
    config.databaseReplicaUrls,
    config.cacheMaxAgeSeconds * 1000,
    postgres,
  );
  const cache = new LinkCache(config.cacheMegabytes, replicas?.marks);
  const publicReach = { isPublicOnly: true, lookup: publicLookup(config.dnsServers) };
  return {
    db: measure(db),
    replicas,
    clicks: config.clicks ? await clicksOf(config, postgres, { ...reads, now }) : undefined,
    countries:
      config.clicksCountryFile === undefined
        ? undefined
        : new CountryLookup(config.clicksCountryFile),
    cache,
    now,
    publicReach,
    reach: config.webhookPrivateTargets ? { isPublicOnly: false, lookup: anyLookup } : publicReach,
    restoreDays: config.restoreDays,
    programName: overrides.programName ?? 'smartlink',
    own: withHostsOf(cache, () => own),
  };
}

export function postgresSettings({ databaseTimeoutSeconds, databasePreparedStatements }: Config) {
  return {
    statementTimeoutMs: databaseTimeoutSeconds * 1000,
    preparedStatements: databasePreparedStatements,
  };
}

/** A restore can have been interrupted when it was putting files in place. */
function completeRestore(config: Config): void {
  const path = pathOf(config.databaseUrl) ?? pathOf(clicksUrl(config));
  if (path !== undefined) finishRestore(path);
}

function clicksOf(
  config: Config,
  postgres: Parameters<typeof openClicks>[2],
  options: Parameters<typeof openClicks>[3],
): Promise<Clicks> {
  const settings = {
    rawDays: config.clicksRawDays,
    months: config.clicksMonths,
    respectGpc: config.clicksRespectGpc,
    flushSeconds: config.clicksFlushSeconds,
    countryFile: config.clicksCountryFile,
    dataCenterFile: config.clicksDataCenterFile,
  };
  return openClicks(clicksUrl(config), settings, postgres, options);
}

export function clicksUrl({ clicksUrl: url, databaseUrl }: Config): string {
  return url ?? clicksUrlOf(databaseUrl);
}

/** The stores that a backup contains, and those that it does not, because they have backups of their own. */
export function storesToBackUp(config: Config): {
  readonly stores: readonly BackupStore[];
  readonly others: readonly string[];
} {
  const links: BackupStore = { store: 'links', url: config.databaseUrl };
  const clicks = clicksUrl(config);
  if (clicks === links.url) return { stores: [links], others: [] };
  if (!config.clicks) return { stores: [links], others: clicksLeftOut(config) };
  if (isClickHouse(clicks)) return { stores: [links], others: ['the clicks on ClickHouse'] };
  return { stores: [links, { store: 'clicks', url: clicks }], others: [] };
}

/** The clicks of a database that were recorded before `CLICKS` was off, in words. */
export function clicksLeftOut(config: Config): readonly string[] {
  const path = pathOf(clicksUrl(config));
  const mayExist = path === undefined || existsSync(path);
  return !config.clicks && mayExist ? ['the clicks, because CLICKS is off'] : [];
}

/** The address at which this machine can reach a process that listens on `port`. */
export function servedAddress(config: Config, port: number): string {
  const anywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = anywhere ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The service's addresses, with the cached hosts of its apps. */
export function withHostsOf(cache: LinkCache, own: () => OwnAddresses): () => OwnAddresses {
  let known = own();
  let [from, directory] = [known, cache.directory];
  return () => {
    if (from !== own() || directory !== cache.directory) {
      [from, directory] = [own(), cache.directory];
      known = directory ? withLinkHosts(from, directory.hosts.keys()) : from;
    }
    return known;
  };
}

/** The addresses from the settings, or else the served address. */
export function addressesOf(config: Config, port: number): OwnAddresses {
  const served = servedAddress(config, port);
  const baseUrl = config.baseUrl ?? served;
  return ownAddresses(baseUrl, config.smartlinkBase ?? baseUrl, [served]);
}
