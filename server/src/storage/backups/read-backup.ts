import { existsSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  MANIFEST,
  MAX_MANIFEST_BYTES,
  parseManifest,
  type BackupContent,
  type BackupFile,
  type Manifest,
} from '../../domain/backup/manifest.ts';
import { sha256Of } from './files.ts';
import { inspectDump } from './postgres-dump.ts';
import { inspectSqlite } from './sqlite-copy.ts';

/** Reads the manifest of a backup. Rejects with an `Error` that says what is wrong. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  const { size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new Error(`${folder} is no backup: it has no ${MANIFEST}`);
  });
  if (size > MAX_MANIFEST_BYTES) throw new Error(`${path} is too large`);
  try {
    return parseManifest(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} ${(error as Error).message}`, { cause: error });
  }
}

/** Reads every file of a backup and compares it with the manifest. Rejects with an `Error` that says what is wrong. */
export async function readBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (!manifest.files.some(({ store }) => store === 'links')) {
    throw new Error(`${folder} is not complete: no file in it has the links`);
  }
  for (const file of manifest.files) await check(join(folder, file.name), file);
  return manifest;
}

async function check(path: string, file: BackupFile): Promise<void> {
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  const { size } = statSync(path);
  if (size !== file.bytes) throw new Error(`${path} has ${size} bytes, not ${file.bytes}`);
  if (sha256Of(path) !== file.sha256) {
    throw new Error(`${path} is damaged: it has another checksum than in ${MANIFEST}`);
  }
  const { rows } = await inspect(path, file.engine);
  for (const [table, count] of Object.entries(file.rows)) {
    if (rows[table] === count) continue;
    throw new Error(`${path}: ${table} has ${rows[table] ?? 'no'} rows, not ${count}`);
  }
}

async function inspect(path: string, engine: BackupFile['engine']): Promise<BackupContent> {
  try {
    return await (engine === 'sqlite' ? inspectSqlite(path) : inspectDump(path));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
}
