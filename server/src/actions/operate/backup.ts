import type { Manifest } from '../../domain/backup/manifest.ts';
import { identityOf } from '../../storage/copies.ts';
import { writeBackup, type WriteOptions } from '../../storage/backups/write-backup.ts';
import type { BackupStore } from '../../storage/backups/write-files.ts';
import { VERSION } from '../../version.ts';
import type { Context } from '../context.ts';

/** Writes a backup of the stores to a new folder. */
export async function backUp(
  ctx: Context,
  stores: readonly BackupStore[],
  folder: string,
  options: WriteOptions = {},
): Promise<Manifest> {
  return writeBackup(
    stores,
    folder,
    {
      format: 1,
      version: VERSION,
      created_at: new Date(ctx.now()).toISOString(),
      database: await identityOf(ctx.db),
      files: [],
    },
    options,
  );
}

export function bytesOf({ files }: Manifest): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

export function linksIn({ files }: Manifest): number {
  return files.find(({ store }) => store === 'links')?.rows.links ?? 0;
}
