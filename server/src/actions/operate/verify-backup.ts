import { resolve } from 'node:path';
import type { Manifest } from '../../domain/backup/manifest.ts';
import { fail } from '../../problem.ts';
import { readBackup } from '../../storage/backups/read-backup.ts';
import { CLICKS_SET, MAIN_SET, migrationFiles, refuseNewerStore } from '../../storage/migrate.ts';

/** Reads a backup completely, and checks that this version can use it. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readBackup(resolve(folder)).catch((error: Error) =>
    fail('validation_failed', error.message, { cause: error }),
  );
  for (const { engine, migrations } of manifest.files) {
    const known = [MAIN_SET, CLICKS_SET].flatMap((set) => migrationFiles(engine, set));
    const what = 'the backup was made by a newer version';
    refuseNewerStore(migrations, known, manifest.version, what, 'use that version to restore it');
  }
  return manifest;
}
