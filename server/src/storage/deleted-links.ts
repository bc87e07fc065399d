import type { LinkState } from '../domain/link/link-state.ts';
import type { Reader, Transaction } from './database.ts';
import { amongCodes, foundInApp } from './in-index.ts';
import { assigned, boundValues, CHANGEABLE_FIELDS } from './link-columns.ts';
import type { LinkChange, StoredLink } from './links.ts';

/** What a deleted link was. */
export interface KeptLink {
  readonly code: string;
  readonly state: Exclude<LinkState, 'deleted'>;
  /** The key of its unique URI; null: it was not unique. */
  readonly uniqueKey: string | null;
  /** The code of the link that has its unique URI now; null: none. */
  readonly takenBy: string | null;
  /** The code of the link that has its external id now; null: none. */
  readonly externalIdTakenBy: string | null;
}

/** What these deleted links of an app were. */
export function listKept(db: Reader, appId: string, codes: readonly string[]): Promise<KeptLink[]> {
  const [some, list] = amongCodes(db.engine, codes);
  return db.all<KeptLink>(
    `select links.code, coalesce(kept_state, 'disabled') as state,
     kept_unique_key as "uniqueKey", (
       select other.code from links as other
       where other.app_id = links.app_id and other.unique_key = links.kept_unique_key
     ) as "takenBy", (
       select other.code from links as other
       where other.app_id = links.app_id and other.external_id = links.external_id
         and other.external_id is not null and other.state <> 'deleted'
     ) as "externalIdTakenBy"
     from links where links.code ${some} and ${foundInApp(db.engine)} and links.state = 'deleted'`,
    [list, appId],
  );
}

/** The deleted links that cannot be restored since a time, the oldest first. */
export function listExpiredDeletions(
  db: Reader,
  until: number,
  limit: number,
): Promise<{ readonly code: string; readonly appId: string }[]> {
  return db.all(
    `select code, app_id as "appId" from links
     where restorable_until is not null and restorable_until <= ?
     order by restorable_until limit ?`,
    [until, limit],
  );
}

/** Whether a link was ever redeemed. */
export async function wasRedeemed(db: Reader, code: string): Promise<boolean> {
  const rows = await db.all('select 1 as found from redemptions where code = ? limit 1', [code]);
  return rows.length > 0;
}

/** Deletes some earlier metadata of a link; returns how many versions were deleted. */
export function deleteMetadataVersions(
  tx: Transaction,
  code: string,
  limit: number,
): Promise<number> {
  return tx.run(
    `delete from metadata_versions where code = ? and version in
       (select version from metadata_versions where code = ? order by version limit ?)`,
    [code, code, limit],
  );
}

const REMOVE = `update links set ${assigned(CHANGEABLE_FIELDS)}, overrides = null,
    kept_state = null, kept_unique_key = null, version = version + 1
  where code = ? and version = ? and state = 'deleted'`;

/** Replaces the content of a deleted link. Returns false, and changes nothing, if it has changed since it was read. */
export async function removeContent(
  tx: Transaction,
  link: StoredLink,
  rest: LinkChange,
): Promise<boolean> {
  const values = [...boundValues(rest, CHANGEABLE_FIELDS), link.code, link.version];
  return (await tx.run(REMOVE, values)) > 0;
}
