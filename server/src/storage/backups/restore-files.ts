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
import type { StoreRole } from '../../domain/backup/manifest.ts';
import { isRecord } from '../../domain/text/json-value.ts';
import { openReader, type Connection } from '../sqlite/driver.ts';
import { copyToPrivateFile, sync } from './files.ts';
import { eraseVisitors } from './sqlite-copy.ts';

/** A file of a backup, and the database that it becomes. */
export interface RestoredFile {
  readonly store: StoreRole;
  readonly from: string;
  readonly to: string;
}

/** Databases that a restore has replaced, by their new names. */
export interface Replaced {
  readonly kept: readonly string[];
  /** Those of `kept` that can still contain keys and hashes of visitors: these could not be erased. */
  readonly unerased: readonly string[];
}

/** An entry in the list of the files: a database to replace, or a kept file of clicks, which earlier versions ignore. */
type Listed = string | { readonly clicks: string };

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
 * gets the old ones, and afterwards the new ones (`finishRestore`). Keeps the old ones under other names, without the keys and
 * hashes of visitors, which nothing would delete there.
 * @throws `DatabaseInUse`, or an error of the file system
 */
export function restoreFiles(database: string, files: readonly RestoredFile[]): Replaced {
  // The target of a symbolic link is replaced, not the link.
  const resolved = files.map((file) => ({
    ...file,
    to: existsSync(file.to) ? realpathSync(file.to) : file.to,
  }));
  const targets = resolved.map(({ to }) => to);
  const list = listOf(database);
  const undo: (() => void)[] = [];
  const kept: string[] = [];
  const listed: Listed[] = [...targets];
  try {
    for (const file of resolved) stage(file);
    for (const { store, to } of resolved) {
      const name = setAside(to, undo);
      if (name === undefined) continue;
      kept.push(name);
      if (store === 'clicks') listed.push({ clicks: name });
    }
    writeFileSync(`${list}.new`, JSON.stringify(listed), { mode: 0o600 });
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
  return { kept, unerased: finishRestore(database) };
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

/**
 * Completes a restore that was interrupted. Several processes can do this at the same time. Returns `unerased` of `Replaced`.
 * @throws an error of the file system
 */
export function finishRestore(database: string): string[] {
  const list = listOf(database);
  if (!existsSync(list)) return [];
  const entries = entriesIn(list);
  const targets = entries.filter(isText);
  for (const target of targets) {
    unlessMissing(() => renameSync(target + STAGED, target));
    unlessMissing(() => sync(dirname(target)));
  }
  const clicks = entries.flatMap((entry) => (isRecord(entry) ? [entry.clicks] : []));
  // Not earlier: until here, a kept file is another name of the database that is in use if the restore fails.
  const unerased = clicks.filter(isText).filter((kept) => !erase(kept, targets));
  unlessMissing(() => rmSync(list));
  return unerased;
}

function entriesIn(list: string): unknown[] {
  const entries = unlessMissing(() => JSON.parse(readFileSync(list, 'utf8')) as unknown);
  return Array.isArray(entries) ? entries : [];
}

function isText(entry: unknown): entry is string {
  return typeof entry === 'string';
}

/** Removes keys and hashes of visitors from a kept file. Returns false if that is not possible, as in a damaged one. */
function erase(kept: string, targets: readonly string[]): boolean {
  // SQLite would create a missing file.
  if (!isInFile(kept)) return true;
  // Someone has removed the file that should have replaced it.
  if (targets.some((target) => isSameFile(target, kept))) return false;
  try {
    eraseVisitors(kept);
    return true;
  } catch {
    return false;
  }
}

function isSameFile(path: string, other: string): boolean {
  const [a, b] = [path, other].map((one) => statSync(one, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
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
