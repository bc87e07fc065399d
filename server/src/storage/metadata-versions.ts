import { NAME_OF_ACTOR } from './audit-log.ts';
import type { Reader } from './database.ts';

/** What the metadata of a link was in an earlier version; undefined: there was no such version. */
export async function findOldMetadata(
  db: Reader,
  code: string,
  version: number,
): Promise<{ readonly metadata: string | null } | undefined> {
  const sql = 'select metadata from metadata_versions where code = ? and version = ?';
  return (await db.all<{ metadata: string | null }>(sql, [code, version]))[0];
}

/** Who made a version of a link's metadata. */
export interface MetadataChange {
  readonly version: number;
  readonly actor: string;
  /** The name or else the e-mail address of a member; null for whoever else it was. */
  readonly byName: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly createdAt: number;
}

/**
 * The youngest changes of a link's metadata that are older than the version `before`. Each has its
 * entry in the audit log, in the transaction that wrote it, so the nth of them made version n + 1.
 */
export function listMetadataChanges(
  db: Reader,
  appId: string,
  code: string,
  before: number,
  limit: number,
): Promise<MetadataChange[]> {
  // In text that is quoted, the quotation marks are escaped: this is the name of a member.
  return db.all<MetadataChange>(
    `select version, actor, created_at as "createdAt", ${NAME_OF_ACTOR} from (
       select 1 + row_number() over (order by seq) as version, actor, created_at from audit_log
       where app_id = ? and subject = ? and action = 'change' and before like '%"metadata":%'
     ) as changes
     where version < ? order by version desc limit ?`,
    [appId, `smartlink:${code}`, before, limit],
  );
}

/** Who made a link: the first version of its metadata. */
export async function findMaker(
  db: Reader,
  code: string,
): Promise<Pick<MetadataChange, 'actor' | 'byName'> | undefined> {
  const sql = `select actor, ${NAME_OF_ACTOR} from (
      select coalesce(created_by, 'operator') as actor from links where code = ?
    ) as made`;
  return (await db.all<Pick<MetadataChange, 'actor' | 'byName'>>(sql, [code]))[0];
}
