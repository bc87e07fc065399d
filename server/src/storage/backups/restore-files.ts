import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { openReader, type Connection } from '../sqlite/driver.ts';
import { copyToPrivateFile, sync } from './files.ts';

/** A file of a backup, and the database that it becomes. */
export interface RestoredFile {
  readonly from: string;
  readonly to: string;
}

const STAGED = '.restoring';
const REPLACED = '.replaced';
const LOGS = ['-wal', '-shm'];

/** Where the list of files is that a restore of this database has begun to put in place. */
function listOf(database: string): string {
  return `${database}.restored`;
}

/** A process has opened the database. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/**
 * Puts databases in place of others, all or none: until the list of them is on the disk, everything that opens `database`
 * gets the old ones, and afterwards the new ones (`finishRestore`). Keeps the old ones under other names, and returns these.
 */
export function restoreFiles(database: string, files: readonly RestoredFile[]): string[] {
  // The target of a symbolic link is replaced, not the link.
  const resolved = files.map(({ from, to }) => ({
    from,
    to: existsSync(to) ? realpathSync(to) : to,
  }));
  const targets = resolved.map(({ to }) => to);
  const list = listOf(database);
  const undo: (() => void)[] = [];
  let kept: string[];
  try {
    for (const file of resolved) stage(file);
    kept = targets.flatMap((target) => setAside(target, undo) ?? []);
    writeFileSync(`${list}.new`, JSON.stringify(targets), { mode: 0o600 });
    sync(`${list}.new`);
    for (const folder of new Set(targets.map((target) => dirname(target)))) sync(folder);
    renameSync(`${list}.new`, list);
  } catch (error) {
    for (const step of undo.toReversed()) {
      try {
        step();
      } catch {
        // The first error says what is wrong; the other steps can still help.
      }
    }
    // They can have filled the disk, and nothing else would remove them.
    for (const path of [...targets.map((target) => target + STAGED), `${list}.new`]) {
      rmSync(path, { force: true });
    }
    throw error;
  }
  sync(dirname(list));
  finishRestore(database);
  return kept;
}

/** Copies a file of a backup beside the database that it will replace. */
function stage({ from, to }: RestoredFile): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  rmSync(to + STAGED, { force: true });
  copyToPrivateFile(from, to + STAGED);
}

/**
 * Keeps a database that will be replaced, and returns its new name; undefined: there is none. Its write-ahead log must not
 * be used with another file. `undo` gets what takes back each step.
 */
function setAside(target: string, undo: (() => void)[]): string | undefined {
  const kept = freeName(target);
  refuseOpen(target);
  // The log of a damaged database, or of one that was removed.
  for (const end of LOGS) {
    if (!existsSync(target + end)) continue;
    renameSync(target + end, kept + end);
    undo.push(() => renameSync(kept + end, target + end));
  }
  if (!existsSync(target)) return undefined;
  // A second name, so that the database exists at all times.
  linkSync(target, kept);
  undo.push(() => rmSync(kept));
  return kept;
}

/** A name that no earlier restore has used: what it has kept can be the only copy. */
function freeName(target: string): string {
  for (let number = 1; ; number++) {
    const name = target + REPLACED + (number === 1 ? '' : `-${number}`);
    if (['', ...LOGS].every((end) => !existsSync(name + end))) return name;
  }
}

function isInFile(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Copies the write-ahead log into its file and removes it, which only the last connection can do. Throws `DatabaseInUse`. */
export function refuseOpen(path: string): void {
  if (!isInFile(path)) return;
  let db: Connection | undefined;
  try {
    db = openReader(path);
    // A prepared statement would keep this connection open until it is collected.
    db.exec('pragma query_only = off; pragma busy_timeout = 0; pragma journal_mode = delete');
  } catch (error) {
    if (/locked|busy/i.test((error as Error).message)) {
      throw new DatabaseInUse(`${path} is in use`);
    }
    // It is not damaged, so its log has writes that would be missing in its file.
    if (/full/i.test((error as Error).message)) throw error;
    // A damaged database is replaced as it is.
  } finally {
    db?.close();
  }
}

/** Completes a restore that was interrupted. Several processes can do this at the same time. */
export function finishRestore(database: string): void {
  const list = listOf(database);
  if (!existsSync(list)) return;
  for (const target of targetsIn(list)) {
    unlessMissing(() => renameSync(target + STAGED, target));
    unlessMissing(() => sync(dirname(target)));
  }
  unlessMissing(() => rmSync(list));
}

function targetsIn(list: string): string[] {
  const targets = unlessMissing(() => JSON.parse(readFileSync(list, 'utf8')) as unknown);
  return Array.isArray(targets)
    ? targets.filter((one): one is string => typeof one === 'string')
    : [];
}

/** Another process has done it already. */
function unlessMissing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
