import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes an empty file that only its owner can read, and the folders above it that are missing. SQLite
 * treats an empty file as a new store, and gives `-wal` and `-shm` the mode of the file. A file or folder that
 * exists keeps its mode.
 */
export function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
}
