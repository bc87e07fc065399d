import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  backupName,
  isBackupName,
  isPartialName,
  PARTIAL,
  surplusBackups,
} from '../../domain/backup/backup-name.ts';
import { identityOf } from '../../storage/copies.ts';
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

/** Makes a backup, then deletes the oldest ones of the same database. `at`: the time in its name. */
export async function scheduledBackup(
  ctx: Context,
  { folder, keep, stores }: BackupPlan,
  at: number,
  options: WriteOptions,
): Promise<{ readonly name: string; readonly bytes: number }> {
  const database = await identityOf(ctx.db);
  const isOwn = (name: string): boolean => databaseIn(join(folder, name)) === database;
  if (existsSync(folder)) removePartial(folder, isOwn);
  const name = backupName(at);
  // What was recorded before is in it.
  await ctx.clicks?.settle();
  options.signal?.throwIfAborted();
  const manifest = await backUp(ctx, stores, join(folder, name), options);
  // Only now: the new one was read and is on the disk.
  const own = readdirSync(folder).filter((one) => isBackupName(one) && isOwn(one));
  for (const old of surplusBackups(own, keep)) remove(join(folder, old));
  return { name, bytes: bytesOf(manifest) };
}

/** The database of a backup; undefined: the folder has no valid manifest, so it may be anything. */
function databaseIn(folder: string): string | undefined {
  try {
    return readManifest(folder).database;
  } catch {
    return undefined;
  }
}

/** Removes what a process that was killed has left. */
function removePartial(folder: string, isOwn: (name: string) => boolean): void {
  for (const name of readdirSync(folder).filter(isPartialName)) {
    if (isOwn(name)) rmSync(join(folder, name), { recursive: true, force: true });
    else if (readdirSync(join(folder, name)).length === 0) rmdirSync(join(folder, name));
  }
}

/** Nothing that is being deleted has the name of a backup. */
function remove(folder: string): void {
  renameSync(folder, folder + PARTIAL);
  rmSync(folder + PARTIAL, { recursive: true, force: true });
}
