/** What a file of a backup contains. */
export type StoreRole = 'links' | 'clicks';
export type BackupEngine = 'sqlite' | 'postgres';

/** The content of a file of a backup, as it was counted when it was written. */
export interface BackupContent {
  readonly rows: Readonly<Record<string, number>>;
  /** The names of the migrations of its tables. */
  readonly migrations: readonly string[];
}

export interface BackupFile extends BackupContent {
  readonly name: string;
  /** The data in it. On PostgreSQL, `links` can contain the clicks as well. */
  readonly store: StoreRole;
  readonly engine: BackupEngine;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a backup consists of: `manifest.json` in its folder. */
export interface Manifest {
  readonly format: 1;
  /** The version of the program that made it. */
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  /** Identifies the database, so that those of other databases in the same folder are left alone. */
  readonly database: string;
  /** Empty while the backup is being written. */
  readonly files: readonly BackupFile[];
}

export const MANIFEST = 'manifest.json';
/** A manifest has a few kilobytes. */
export const MAX_MANIFEST_BYTES = 1024 * 1024;

/** Reads a manifest, which may be damaged or made up. Throws an `Error` that says what is wrong. */
export function parseManifest(text: string): Manifest {
  const value = objectOf(parsed(text), 'the document');
  if (value.format !== 1) {
    throw new Error(`has the format ${JSON.stringify(value.format)?.slice(0, 20)}, not 1`);
  }
  const files = list(value.files, 'files').map(fileOf);
  if (new Set(files.map(({ store }) => store)).size !== files.length) {
    throw new Error('names two files with the same content');
  }
  return {
    format: 1,
    version: textOf(value.version, 'version'),
    created_at: textOf(value.created_at, 'created_at'),
    database: textOf(value.database, 'database'),
    files,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('is not JSON');
  }
}

function fileOf(value: unknown): BackupFile {
  const file = objectOf(value, 'a file');
  const name = textOf(file.name, 'name');
  // It is opened below the folder of the backup.
  if (!/^[\w-]+\.(?:db|dump)$/.test(name)) throw new Error('has a file with an invalid name');
  const { store, engine } = file;
  if (store !== 'links' && store !== 'clicks') throw new Error(`does not say what is in ${name}`);
  if (engine !== 'sqlite' && engine !== 'postgres') {
    throw new Error(`does not say of which engine ${name} is`);
  }
  const rows = Object.entries(objectOf(file.rows, 'rows')).map(
    ([table, count]) => [table, countOf(count, table)] as const,
  );
  return {
    name,
    store,
    engine,
    bytes: countOf(file.bytes, 'bytes'),
    sha256: textOf(file.sha256, 'sha256'),
    rows: Object.fromEntries(rows),
    migrations: list(file.migrations, 'migrations').map((one) => textOf(one, 'a migration')),
  };
}

function objectOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new Error(`has no valid ${what}: it must be an object`);
}

function list(value: unknown, what: string): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw new Error(`has no valid ${what}: it must be a list`);
}

function textOf(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`has no valid ${what}: it must be text`);
}

function countOf(value: unknown, what: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new Error(`has no valid ${what}: it must be a number`);
}
