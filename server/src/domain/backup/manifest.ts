import { Type } from 'typebox';
import { isRecord } from '../text/json-value.ts';
import { issuesOf } from '../text/schema.ts';
import { patternText } from '../text/shapes.ts';

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

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Members of later versions are allowed. */
const issuesOfManifest = issuesOf(
  Type.Object({
    version: Type.String(),
    created_at: Type.String(),
    database: Type.String(),
    files: Type.Array(
      Type.Object({
        // It is opened below the folder of the backup.
        name: patternText('^[\\w-]+\\.(db|dump)$', 'must be the name of a .db or .dump file', {}),
        store: Type.Enum(['links', 'clicks']),
        engine: Type.Enum(['sqlite', 'postgres']),
        bytes: count,
        sha256: Type.String(),
        rows: Type.Record(Type.String(), count),
        migrations: Type.Array(Type.String()),
      }),
    ),
  }),
  [],
);

/** Reads a manifest, which may be damaged or made up. Throws an `Error` that says what is wrong. */
export function parseManifest(text: string): Manifest {
  const value = parsed(text);
  if (isRecord(value) && value.format !== 1) {
    throw new Error(`has the format ${JSON.stringify(value.format)?.slice(0, 20)}, not 1`);
  }
  const [issue] = issuesOfManifest(value);
  if (issue) throw new Error(`is not valid: ${issue.pointer || 'the document'} ${issue.detail}`);
  const manifest = value as Manifest;
  if (new Set(manifest.files.map(({ store }) => store)).size !== manifest.files.length) {
    throw new Error('names two files with the same content');
  }
  return manifest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('is not JSON');
  }
}
