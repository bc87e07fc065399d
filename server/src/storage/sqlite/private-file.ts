import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreUnavailable } from '../database.ts';

/**
 * Creates an empty file that only its owner can read, and its missing parent folders. SQLite treats an
 * empty file as a new database, and gives `-wal` and `-shm` the mode of the file. An existing file or folder
 * keeps its mode. Throws `StoreUnavailable`.
 */
export function makePrivateFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw new StoreUnavailable('SQLITE_CANTOPEN', (error as Error).message);
  }
}
