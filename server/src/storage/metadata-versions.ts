import type { Reader, Transaction } from './database.ts';
import type { LinkFields } from './link-columns.ts';
import { memberName } from './members.ts';
import { insertRow } from './rows.ts';

/** The metadata of a link in an earlier version; undefined: there is no such version. */
export async function findOldMetadata(
  db: Reader,
  code: string,
  version: number,
): Promise<{ readonly metadata: string | null } | undefined> {
  const sql = 'select metadata from metadata_versions where code = ? and version = ?';
  return (await db.all<{ metadata: string | null }>(sql, [code, version]))[0];
}

/** Who wrote a version of a link's metadata. */
export interface MetadataChange {
  readonly version: number;
  /** The id of a token or a member, or `operator`. */
  readonly actor: string;
  /** The name, or else the e-mail address, of a member; null for all others. */
  readonly byName: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly createdAt: number;
}

/**
 * The changes of a link's metadata that created versions older than `before`, newest first. The row of a
 * version names who replaced it, and so created the next one. Changes of unknown origin are left out: a process
 * of an earlier release made them during an upgrade, or their audit entries no longer existed.
 */
export function listMetadataChanges(
  db: Reader,
  code: string,
  before: number,
  limit: number,
): Promise<MetadataChange[]> {
  return db.all<MetadataChange>(
    `select v.version + 1 as version, v.replaced_by as actor, v.replaced_at as "createdAt",
       ${memberName('v.replaced_by')}
     from metadata_versions v
     where v.code = ? and v.version < ? and v.replaced_by is not null and v.replaced_at is not null
     order by v.code desc, v.version desc limit ?`,
    [code, before - 1, limit],
  );
}

/** Stores the replaced metadata of a link as a version. */
export function insertMetadataVersion(
  tx: Transaction,
  { code, metadataVersion, metadata }: Pick<LinkFields, 'code' | 'metadataVersion' | 'metadata'>,
  { actor, at }: { readonly actor: string; readonly at: number },
): Promise<void> {
  const row = { code, version: metadataVersion, metadata, replacedBy: actor, replacedAt: at };
  const fields = ['code', 'version', 'metadata', 'replacedBy', 'replacedAt'] as const;
  return insertRow(tx, 'metadata_versions', fields, row);
}

/** Who created a link, and with it the first version of its metadata. */
export async function findCreator(
  db: Reader,
  code: string,
): Promise<Pick<MetadataChange, 'actor' | 'byName'> | undefined> {
  const sql = `select actor, ${memberName('actor')} from (
      select coalesce(created_by, 'operator') as actor from links where code = ?
    ) as made`;
  return (await db.all<Pick<MetadataChange, 'actor' | 'byName'>>(sql, [code]))[0];
}
