import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreUnavailable } from '../database.ts';

/** The error of a file that SQLite does not open: which file and why, since the error of SQLite names neither. */
export function unopened(path: string, error: unknown): StoreUnavailable {
  const message = error instanceof Error ? error.message : String(error);
  return new StoreUnavailable('SQLITE_CANTOPEN', `${path}: ${obstacle(path) ?? message}`);
}

function obstacle(path: string): string | undefined {
  try {
    if (statSync(path).isDirectory()) return 'this is a folder, not a file';
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    return reasonOf(error, 'the file');
  }
  try {
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
  } catch (error) {
    return reasonOf(error, 'its folder, where SQLite keeps two more files');
  }
  return undefined;
}

function reasonOf(error: unknown, what: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'EACCES' ? `this user may not read and write ${what}` : message;
}
