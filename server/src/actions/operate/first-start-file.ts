import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from '../../storage/database.ts';

/** The folder of the file if the database is on a server: that of the default database. */
const DEFAULT_FOLDER = 'data';
const NAME = /^first-start(?:-\d+)?\.txt$/;
/** More than the text. Filled before anything is created, so that the text fits also if the disk becomes full. */
const RESERVED = Buffer.alloc(8192, ' ');
/** A higher number indicates a mistake. */
const MAX_FILES = 100;

/** A new file that only its owner can read. */
export interface FirstStartFile {
  readonly path: string;
  /** Writes the text; it is on the disk when this returns. */
  write(text: string): void;
  /** Removes the file, which nothing was written to. */
  discard(): void;
}

/**
 * Creates a file for what is shown only once: next to the database file, or in `data/` of the current folder
 * if the database is on a server. An existing file is never overwritten, because it may contain the only
 * copy.
 * @throws if no file can be created
 */
export function openFirstStartFile({ files }: Pick<Database, 'files'>): FirstStartFile {
  const folder = files[0] === undefined ? join(process.cwd(), DEFAULT_FOLDER) : dirname(files[0]);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { path, handle } = openNew(folder);
  const discard = (): void => {
    closeSync(handle);
    rmSync(path);
  };
  try {
    reserve(handle);
  } catch (error) {
    discard();
    throw error;
  }
  return {
    path,
    write(text) {
      writeFileSync(handle, text);
      ftruncateSync(handle, Buffer.byteLength(text));
      fsyncSync(handle);
      closeSync(handle);
    },
    discard,
  };
}

/** Leaves the position in the file at its beginning. */
function reserve(handle: number): void {
  for (let at = 0; at < RESERVED.length;) {
    at += writeSync(handle, RESERVED, at, RESERVED.length - at, at);
  }
  fsyncSync(handle);
}

function openNew(folder: string): { readonly path: string; readonly handle: number } {
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? 'first-start.txt' : `first-start-${number}.txt`);
    try {
      return { path, handle: openSync(path, 'wx', 0o600) };
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EEXIST';
      if (!taken || number === MAX_FILES) throw error;
    }
  }
}

/** The files of first starts that still exist; none if this process may not list the folder. */
export function firstStartFiles(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => NAME.test(name))
    .map((name) => join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return [];
    throw error;
  }
}
