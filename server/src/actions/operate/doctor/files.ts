import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import { firstStartFiles } from '../first-start-file.ts';
import { hint, warning, type Finding } from './finding.ts';

/** Users other than the owner may read, write or list. */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
/** In such a folder, such as `/tmp`, users cannot replace the files of others. */
const STICKY = 0o1000;
const HAS_MODES = process.platform !== 'win32';

type Stores = Pick<Context, 'db' | 'clicks'>;
type Store = Pick<Database, 'files'>;

function storesOf({ db, clicks }: Stores): readonly Store[] {
  return clicks ? [db, clicks] : [db];
}

/** Checks the files of the database and of the click store, and the files of first starts next to them. */
export function examineFiles(ctx: Stores): Finding[] {
  const folders = foldersOf(storesOf(ctx));
  if (folders.length === 0 || !HAS_MODES) return [];
  const left = folders
    .flatMap(firstStartFiles)
    .map((path) =>
      warning(
        `${path} still contains the first tokens and the sign-in link`,
        `save what you need, then: rm ${quoted(path)}`,
      ),
    );
  const modes = examineModes(ctx);
  const ok: Finding = { level: 'ok', what: 'only their owner can read the database files' };
  return [...(modes.length > 0 ? modes : [ok]), ...left];
}

/** Checks whether other users of this machine can read or replace the database or the clicks. */
export function examineModes(ctx: Stores): Finding[] {
  if (!HAS_MODES) return [];
  const stores = storesOf(ctx);
  const folders = foldersOf(stores);
  return [...openFiles(stores, folders), ...folders.flatMap(examineMode)];
}

/** The folders of stores in files. */
function foldersOf(stores: readonly Store[]): string[] {
  const folders = stores.flatMap(({ files: [store] }) =>
    store === undefined ? [] : dirname(store),
  );
  // A click store whose folder is a file cannot be opened; that is reported elsewhere.
  return [...new Set(folders)].filter(
    (folder) => existsSync(folder) && statSync(folder).isDirectory(),
  );
}

function openFiles(stores: readonly Store[], folders: readonly string[]): Finding[] {
  const files = stores.flatMap((store) => store.files);
  const open = [...files, ...folders.flatMap(firstStartFiles)].flatMap((path) => {
    const mode = modeOf(path);
    return mode === undefined || (mode & OTHERS) === 0 ? [] : { path, mode };
  });
  if (open.length === 0) return [];
  // The other files of the database exist only while processes use it.
  const patterns = new Set(
    open.map(({ path }) => {
      const store = stores.find((one) => one.files.includes(path));
      return store ? `${quoted(store.files[0] ?? path)}*` : quoted(path);
    }),
  );
  const named = open.map(({ path, mode }) => `${path} (${octal(mode)})`).join(', ');
  return [
    warning(
      `other users of this machine can read the database: ${named}`,
      `chmod 600 ${[...patterns].join(' ')}`,
    ),
  ];
}

function examineMode(folder: string): Finding[] {
  const mode = modeOf(folder);
  if (mode === undefined) return [];
  const shown = `${folder} (${octal(mode)})`;
  if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) {
    const what = `other users of this machine can replace the database: they can write to ${shown}`;
    return [warning(what, `chmod go-w ${quoted(folder)}`)];
  }
  if ((mode & OTHERS) === 0) return [];
  // The folder may contain other files too, such as /var/lib.
  const what = `other users of this machine can list the folder of the database, ${shown}`;
  const advice = `if nothing else is in it: chmod 700 ${quoted(folder)}`;
  return [hint(what, advice)];
}

/** Undefined if there is no such file: another process removes some of SQLite at any time. */
function modeOf(path: string): number | undefined {
  if (!existsSync(path)) return undefined;
  const found = statSync(path, { throwIfNoEntry: false });
  return found && found.mode & 0o7777;
}

function octal(mode: number): string {
  return `mode ${mode.toString(8).padStart(4, '0')}`;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}

/** SQLite cannot write any more when a write-ahead log, a page or a temporary file does not fit. */
const MIN_FREE_BYTES = 16e6;
const FEW_FREE_BYTES = 256e6;

/** Checks whether the disks of the database and of the click store have space. Stores on servers have none here. */
export function examineSpace(ctx: Stores): Finding[] {
  return foldersOf(storesOf(ctx)).flatMap(spaceOf);
}

function spaceOf(folder: string): Finding[] {
  const { bavail, bsize, blocks } = statfsSync(folder);
  const free = bavail * bsize;
  // Some file systems on networks do not know their size.
  if (blocks === 0 || free >= FEW_FREE_BYTES) return [];
  return [
    {
      level: free < MIN_FREE_BYTES ? 'error' : 'warning',
      what: `only ${Math.floor(free / 1e6)} MB are free on the disk of ${folder}`,
      advice: 'free some space, or move the database to a larger disk',
    },
  ];
}
