import { NAME_OF_ACTOR } from './audit-log.ts';
import type { Database, Reader } from './database.ts';
import { inIndex } from './in-index.ts';

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
 * The youngest changes of a link's metadata that are older than the version `before`, of those that it
 * has. Each has its entry in the audit log, in the transaction that wrote it, so the nth of them made
 * version n + 1.
 */
export async function listMetadataChanges(
  db: Database,
  appId: string,
  code: string,
  before: number,
  limit: number,
): Promise<MetadataChange[]> {
  const columns = ['app_id', 'subject', 'seq'];
  const { where, parameters, order } = inIndex(
    db.engine,
    columns,
    [appId, `smartlink:${code}`],
    false,
  );
  // The words of a partial index. In text that is quoted, the quotation marks are escaped: this is the
  // name of a member.
  const rows = await db.all<Omit<MetadataChange, 'version'>>(
    `select actor, created_at as "createdAt", ${NAME_OF_ACTOR} from audit_log
     where ${where} and action = 'change' and before like '%"metadata":%'
     order by ${order} limit ? offset (select metadata_version from links where code = ?) + 1 - ?`,
    [...parameters, limit, code, before],
  );
  return rows.map((row, index) => ({ version: before - 1 - index, ...row }));
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
