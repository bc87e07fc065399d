import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PARTIAL } from '../../domain/backup/backup-name.ts';
import { MANIFEST, type Manifest } from '../../domain/backup/manifest.ts';
import { syncWithoutBlocking } from './files.ts';
import { runBackup } from './run-backup.ts';
import { pathOf, type BackupStore } from './write-files.ts';

const PROGRESS_MS = 200;

export interface WriteOptions {
  /** Gets the bytes that are written and expected; 0: unknown. */
  readonly progress?: (written: number, expected: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Writes a backup of the stores to the new folder `target`. The folder gets its name when everything in it is complete,
 * was read again and is on the disk. `header`: a manifest without files. Never waits for the disk on this thread.
 */
export async function writeBackup(
  stores: readonly BackupStore[],
  target: string,
  header: Manifest,
  { progress, signal }: WriteOptions = {},
): Promise<Manifest> {
  signal?.throwIfAborted();
  const partial = target + PARTIAL;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await makePartial(partial);
  const expected = await sizeOf(stores.flatMap(({ url }) => pathOf(url) ?? []));
  const show = async (): Promise<void> =>
    progress?.(await sizeOf(await filesIn(partial)), expected);
  // What cannot be read now is reported by the backup itself.
  const tick = progress && setInterval(() => void show().catch(() => undefined), PROGRESS_MS);
  try {
    // If this process is killed, the next rotation sees that this folder belongs to this database.
    await writeManifest(partial, header);
    const task = { stores, database: header.database, folder: partial };
    const manifest = { ...header, files: await runBackup(task, signal) };
    await writeManifest(partial, manifest);
    await syncWithoutBlocking(partial);
    signal?.throwIfAborted();
    await rename(partial, target);
    await syncWithoutBlocking(dirname(target));
    progress?.(expected, expected);
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  } finally {
    clearInterval(tick);
  }
}

/** Rejects if the folder exists: what is in it belongs to another process, or to someone else. */
async function makePartial(partial: string): Promise<void> {
  try {
    await mkdir(partial, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const advice =
      'wait if another backup writes it, remove it if a backup was interrupted, or use another name';
    throw new Error(`${partial} exists already; ${advice}`, { cause: error });
  }
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, MANIFEST);
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await syncWithoutBlocking(path);
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).map((name) => join(folder, name));
}

/** The bytes of the files that exist. */
async function sizeOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0);
}
