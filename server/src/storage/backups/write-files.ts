import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate as endIfStopped } from 'node:timers/promises';
import type { BackupFile, StoreRole } from '../../domain/backup/manifest.ts';
import { createPrivateFile, sha256Of, sync } from './files.ts';
import { dumpPostgres, inspectDump } from './postgres-dump.ts';
import { assertFits } from './free-space.ts';
import { copiedBytes, copySqlite, createdAt, eraseVisitors, inspectSqlite } from './sqlite-copy.ts';

/** A database to back up or to restore. */
export interface BackupStore {
  readonly store: StoreRole;
  /** As in `DATABASE_URL`. */
  readonly url: string;
}

/** The path of a file in the address of a database; undefined: it is a server. */
export function pathOf(url: string): string | undefined {
  return url.startsWith('sqlite:') ? resolve(url.slice('sqlite:'.length)) : undefined;
}

/**
 * Writes a file for each store into a folder, reads it again and syncs it. `database`: the identity of the database that
 * is open. `stop` ends the programs that do it.
 */
export async function writeFiles(
  stores: readonly BackupStore[],
  database: string,
  folder: string,
  stop: AbortSignal,
): Promise<BackupFile[]> {
  const paths = stores.flatMap(({ url }) => pathOf(url) ?? []).filter((path) => existsSync(path));
  // Before anything is written. How long a dump of PostgreSQL will be is not known.
  const bytes = paths.reduce((sum, path) => sum + copiedBytes(path), 0);
  if (paths.length > 0) assertFits(folder, bytes);
  const files: BackupFile[] = [];
  for (const one of stores) {
    const path = pathOf(one.url);
    // The first start has not opened it yet.
    if (path !== undefined && one.store === 'clicks' && !existsSync(path)) continue;
    const file = await writeFile(one, path, folder, stop);
    if (path !== undefined && one.store === 'links')
      refuseAnother(join(folder, file.name), path, database);
    files.push(file);
  }
  return files;
}

/** A process goes on with a file that was moved, deleted or replaced; the path then leads to another one. */
function refuseAnother(copy: string, path: string, database: string): void {
  const [created] = database.split(' ');
  if (createdAt(copy) === created) return;
  throw new Error(`${path} is not the database that is open: it was replaced or removed`);
}

async function writeFile(
  { store, url }: BackupStore,
  path: string | undefined,
  folder: string,
  stop: AbortSignal,
): Promise<BackupFile> {
  const name = `smartlink${store === 'clicks' ? '-clicks' : ''}.${path === undefined ? 'dump' : 'db'}`;
  const target = join(folder, name);
  // Handles signals. Without it, a process that was to end would use names that can belong to another backup now.
  await endIfStopped();
  createPrivateFile(target);
  if (path === undefined) await dumpPostgres(url, target, stop);
  else copySqlite(path, target);
  await endIfStopped();
  if (path !== undefined && store === 'clicks') eraseVisitors(target);
  sync(target);
  const engine = path === undefined ? 'postgres' : 'sqlite';
  const content = await (engine === 'sqlite' ? inspectSqlite(target) : inspectDump(target, stop));
  return {
    name,
    store,
    engine,
    bytes: statSync(target).size,
    sha256: sha256Of(target),
    ...content,
  };
}
