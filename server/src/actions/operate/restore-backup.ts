import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupFile, Manifest, StoreRole } from '../../domain/backup/manifest.ts';
import { fail } from '../../problem.ts';
import { restoreDump } from '../../storage/backups/restore-dump.ts';
import {
  DatabaseInUse,
  refuseOpen,
  restoreFiles,
  type Replaced,
} from '../../storage/backups/restore-files.ts';
import { pathOf, type BackupStore } from '../../storage/backups/write-files.ts';
import { clicksUrlOf } from '../../storage/clicks/open-clicks.ts';
import { StoreUnavailable, type Database } from '../../storage/database.ts';
import { verifyBackup } from './verify-backup.ts';

const CLOSING_MS = 3000;
const SETTING_OF: Readonly<Record<StoreRole, string>> = {
  links: 'DATABASE_URL',
  clicks: 'CLICKS_URL',
};

/** A file of a backup, and the store that it becomes. */
interface Target extends BackupStore {
  readonly file: BackupFile;
  readonly from: string;
}

export interface Restored extends Replaced {
  readonly manifest: Manifest;
  /** Stores without a file in the backup, which stay as they are. */
  readonly unchanged: readonly BackupStore[];
}

/**
 * Replaces stores by those of a backup, which is verified first. `db` is the database of the links, which need not exist;
 * this closes it. Without `force`, databases that exist are refused. A service that uses them is always refused.
 */
export async function restoreBackup(
  db: Database,
  stores: readonly BackupStore[],
  folder: string,
  force: boolean,
): Promise<Restored> {
  let existing: readonly BackupStore[];
  try {
    existing = await existingStores(db, stores);
  } finally {
    await db.close();
  }
  if (existing.length > 0 && !force) refuseExisting(existing, stores, db.location);
  await refuseInUse(db, stores);
  const manifest = await verifyBackup(folder);
  const targets = manifest.files.map((file) => targetOf(file, stores, resolve(folder)));
  // Links last: until then, a service would start with the old ones.
  for (const { url, from, file, store } of targets.toReversed()) {
    const exists = existing.some((one) => one.store === store);
    if (file.engine === 'postgres') await restoreDump(url, from, exists);
  }
  const files = targets.flatMap(({ store, url, from }) => {
    const to = pathOf(url);
    return to === undefined ? [] : [{ store, from, to }];
  });
  const links = stores.find(({ store }) => store === 'links');
  const database = (links && pathOf(links.url)) ?? files[0]?.to;
  const { kept, unerased } =
    database === undefined
      ? { kept: [], unerased: [] }
      : await unlessInUse(() => restoreFiles(database, files));
  const restored = new Set(targets.map(({ store }) => store));
  const ofLinks = manifest.files.find(({ store }) => store === 'links');
  const withClicks = ofLinks?.rows.click_migrations !== undefined;
  const unchanged = stores.filter(
    ({ store }) => !restored.has(store) && !(store === 'clicks' && withClicks),
  );
  return { manifest, unchanged, kept, unerased };
}

/**
 * `--force` is not suggested for clicks alone that have an address of their own: they belong to a service if only
 * `DATABASE_URL` was changed for a test.
 */
function refuseExisting(
  existing: readonly BackupStore[],
  stores: readonly BackupStore[],
  location: string,
): never {
  const names = existing.map(({ store, url }) => {
    const where = pathOf(url) ?? (store === 'links' ? location : undefined);
    return where === undefined ? SETTING_OF[store] : `${SETTING_OF[store]} (${where})`;
  });
  if (names.length > 1) {
    const both = 'restore to other addresses, or replace both with --force';
    fail('validation_failed', `the databases of ${names.join(' and ')} exist already; ${both}`);
  }
  const links = stores.find(({ store }) => store === 'links');
  const isBeside = existing.some(({ url }) => links && url === clicksUrlOf(links.url));
  const advice =
    isBeside || existing.some(({ store }) => store === 'links')
      ? '; restore to another address, or replace it with --force'
      : ', and that of DATABASE_URL does not; set CLICKS_URL to another address';
  fail('validation_failed', `the database of ${names.join('')} exists already${advice}`);
}

/** The stores that exist. Throws an error if one cannot be reached. */
async function existingStores(
  db: Database,
  stores: readonly BackupStore[],
): Promise<readonly BackupStore[]> {
  // Throws an error if the server cannot be reached, or the path leads to a folder.
  const hasLinks = db.engine === 'sqlite' ? await db.exists() : await db.isMigrated();
  const existing: BackupStore[] = [];
  for (const one of stores) {
    const path = pathOf(one.url);
    if (path !== undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      throw new StoreUnavailable('SQLITE_CANTOPEN', `${path} is a folder`);
    }
    const hasFile = path !== undefined && existsSync(path);
    if (hasFile || (one.store === 'links' ? hasLinks : await hasTables(one))) existing.push(one);
  }
  return existing;
}

/** Whether PostgreSQL has the tables of the store. It can, without those of the links: a restore can end between the two. */
async function hasTables({ url }: BackupStore): Promise<boolean> {
  if (pathOf(url) !== undefined) return false;
  const { isMigrated } = await import('../../storage/postgres/sessions.ts');
  return isMigrated(url);
}

/** The server can take a moment to end the connection of this command that was closed. */
async function sessionsThatStay(url: string): Promise<number> {
  // It loads the driver, which few commands need.
  const { otherSessions } = await import('../../storage/postgres/sessions.ts');
  const end = Date.now() + CLOSING_MS;
  for (;;) {
    const others = await otherSessions(url);
    if (others === 0 || Date.now() > end) return others;
    await sleep(50);
  }
}

async function refuseInUse(db: Database, stores: readonly BackupStore[]): Promise<void> {
  const paths = stores.flatMap(({ url }) => pathOf(url) ?? []);
  for (const { url, store } of stores) {
    if (pathOf(url) !== undefined) continue;
    const others = await sessionsThatStay(url);
    const what = store === 'links' ? db.location : 'the click store';
    if (others > 0) inUse(`${what} is in use by ${others} connections of the service`);
  }
  await unlessInUse(() => {
    for (const path of paths) refuseOpen(path);
  });
}

async function unlessInUse<T>(work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    if (error instanceof DatabaseInUse) inUse(error.message);
    throw error;
  }
}

function inUse(what: string): never {
  fail('validation_failed', `${what}; stop the service and everything else that uses it`);
}

function targetOf(file: BackupFile, stores: readonly BackupStore[], folder: string): Target {
  const store = stores.find((one) => one.store === file.store);
  const setting = SETTING_OF[file.store];
  if (!store) {
    const place =
      file.engine === 'sqlite'
        ? 'without CLICKS_URL, or with that of a file of SQLite'
        : 'with the CLICKS_URL of a PostgreSQL database of its own';
    const what = `the backup has clicks in ${file.name}, for which these settings have no place`;
    fail('validation_failed', `${what}; restore it with CLICKS=on, and ${place}`);
  }
  const engine = pathOf(store.url) === undefined ? 'postgres' : 'sqlite';
  if (engine !== file.engine || store.url.startsWith('clickhouse')) {
    const named = { sqlite: 'SQLite', postgres: 'PostgreSQL' }[file.engine];
    const advice = `set ${setting} to a ${named} database, restore, then use smartlink copy`;
    const what = `${file.name} is a backup of ${named}, but ${setting} is another kind of database`;
    fail('validation_failed', `${what}; ${advice}`);
  }
  return { ...store, file, from: join(folder, file.name) };
}
