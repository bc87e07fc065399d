import { Type, type Static } from 'typebox';
import { isRecord } from '../text/json-value.ts';
import { issuesOf } from '../text/schema.ts';
import { patternText } from '../text/shapes.ts';

export const MANIFEST = 'manifest.json';
/** A manifest has a few kilobytes. */
export const MAX_MANIFEST_BYTES = 1024 * 1024;

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const BackupFileSchema = Type.Object({
  // It is opened below the folder of the backup.
  name: patternText('^[\\w-]+\\.(db|dump)$', 'must be the name of a .db or .dump file', {}),
  // The data in it. On PostgreSQL, `links` can contain the clicks as well.
  store: Type.Enum(['links', 'clicks']),
  engine: Type.Enum(['sqlite', 'postgres']),
  bytes: count,
  sha256: Type.String(),
  // By table, as they were counted when the file was written.
  rows: Type.Record(Type.String(), count),
  // The names of those of its tables.
  migrations: Type.Array(Type.String()),
});

export interface BackupFile extends Readonly<Omit<Static<typeof BackupFileSchema>, 'migrations'>> {
  readonly migrations: readonly string[];
}
/** What a file of a backup contains. */
export type StoreRole = BackupFile['store'];
/** The content of a file of a backup. */
export type BackupContent = Pick<BackupFile, 'rows' | 'migrations'>;

/** Members of later versions are allowed. */
const ManifestSchema = Type.Object({
  format: Type.Literal(1),
  // That of the program that made it.
  version: Type.String(),
  // ISO 8601, UTC.
  created_at: Type.String(),
  // Identifies the database, so that those of other databases in the same folder are left alone.
  database: Type.String(),
  // Empty while the backup is being written.
  files: Type.Array(BackupFileSchema),
});
const issuesOfManifest = issuesOf(ManifestSchema, []);

/** What a backup consists of: `manifest.json` in its folder. */
export interface Manifest extends Readonly<Omit<Static<typeof ManifestSchema>, 'files'>> {
  readonly files: readonly BackupFile[];
}

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
