import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  backupName,
  isBackupName,
  isPartialName,
  PARTIAL,
  surplusBackups,
} from '../../domain/backup/backup-name.ts';
import { MANIFEST } from '../../domain/backup/manifest.ts';
import { identityOf, isSameDatabase } from '../../storage/copies.ts';
import { readManifest } from '../../storage/backups/read-backup.ts';
import type { WriteOptions } from '../../storage/backups/write-backup.ts';
import type { BackupStore } from '../../storage/backups/write-files.ts';
import type { Context } from '../context.ts';
import { backUp, bytesOf } from './backup.ts';

/** Where scheduled backups are, and how many of them are kept. */
export interface BackupPlan {
  readonly folder: string;
  readonly keep: number;
  readonly stores: readonly BackupStore[];
}

/** Called for a folder that cannot be deleted. */
type OnLeft = (folder: string, error: unknown) => void;

/**
 * Makes a backup, then deletes the oldest ones of the same database. What cannot be deleted is left: it must not prevent
 * backups. `at`: the time in its name.
 */
export async function scheduledBackup(
  ctx: Context,
  { folder, keep, stores }: BackupPlan,
  at: number,
  options: WriteOptions,
  onLeft: OnLeft,
): Promise<{ readonly name: string; readonly bytes: number }> {
  const database = await identityOf(ctx.db);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removePartial(folder, database, onLeft);
  const name = backupName(at);
  // What was recorded before is in it.
  await ctx.clicks?.settle();
  options.signal?.throwIfAborted();
  const manifest = await backUp(ctx, stores, join(folder, name), options);
  // Only now: the new one was read and is on the disk.
  const own: string[] = [];
  for (const one of await readdir(folder)) {
    if (!isBackupName(one)) continue;
    const owner = await databaseIn(join(folder, one));
    if (owner !== undefined && isSameDatabase(owner, database)) own.push(one);
  }
  for (const old of surplusBackups(own, keep, name)) {
    const path = join(folder, old);
    await remove(path).catch((error: unknown) => onLeft(path, error));
  }
  return { name, bytes: bytesOf(manifest) };
}

/** The database of a backup; undefined: the folder has no valid manifest, so it may be anything. */
async function databaseIn(folder: string): Promise<string | undefined> {
  try {
    return (await readManifest(folder)).database;
  } catch {
    return undefined;
  }
}

/** Removes what a process that was killed has left. */
async function removePartial(folder: string, database: string, onLeft: OnLeft): Promise<void> {
  for (const name of (await readdir(folder)).filter(isPartialName)) {
    const path = join(folder, name);
    try {
      const owner = await databaseIn(path);
      // It was killed before its manifest was complete, so it had written nothing else.
      const isBegun = async () => (await readdir(path)).every((one) => one === MANIFEST);
      if (owner === undefined ? await isBegun() : isSameDatabase(owner, database)) {
        await removeFolder(path);
      }
    } catch (error) {
      onLeft(path, error);
    }
  }
}

/** Nothing that is being deleted has the name of a backup. */
async function remove(folder: string): Promise<void> {
  await rename(folder, folder + PARTIAL);
  await removeFolder(folder + PARTIAL);
}

/** Deletes the manifest last: a folder without a manifest is never deleted. */
async function removeFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== MANIFEST) await rm(join(folder, name), { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
}
