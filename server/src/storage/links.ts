import type { LinkMaker } from '../domain/link/link-maker.ts';
import type { LinkState } from '../domain/link/link-state.ts';
import type { Routes } from '../domain/link/route.ts';
import type { Social } from '../domain/link/social.ts';
import { makerOf, MAKER_COLUMNS, type MakerColumns } from './link-maker.ts';
import type { Database, Reader, Transaction } from './database.ts';

export interface StoredLink {
  readonly code: string;
  readonly appId: string;
  readonly uri: string;
  readonly unique: boolean;
  readonly routes: Routes;
  readonly template: string | null;
  /** JSON text, as it was sent. */
  readonly metadata: string | null;
  readonly redeemLimit: number | null;
  /** Grants that were not given back. */
  readonly redemptions: number;
  readonly state: LinkState;
  readonly tags: readonly string[];
  /** JSON text. */
  readonly social: string | null;
  /** Grows with every change that somebody makes; redemptions are none. */
  readonly version: number;
  readonly metadataVersion: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly createdAt: number;
  readonly createdBy: LinkMaker;
}

/** The columns of a `StoredLink`, as they come. */
export interface LinkColumns extends MakerColumns {
  readonly code: string;
  readonly app_id: string;
  readonly uri: string;
  readonly unique_key: string | null;
  readonly routes: string;
  readonly template: string | null;
  readonly metadata: string | null;
  readonly redeem_limit: number | null;
  readonly redemptions: number;
  readonly state: LinkState;
  readonly tags: string;
  readonly social: string | null;
  readonly version: number;
  readonly metadata_version: number;
  readonly created_at: number;
}

export const LINK_COLUMNS = `code, links.app_id, uri, unique_key, routes, template, metadata, redeem_limit,
  redemptions, state, tags, social, version, metadata_version, links.created_at, ${MAKER_COLUMNS}`;

export function storedLink(row: LinkColumns): StoredLink {
  return {
    code: row.code,
    appId: row.app_id,
    uri: row.uri,
    unique: row.unique_key !== null,
    routes: JSON.parse(row.routes) as Routes,
    template: row.template,
    metadata: row.metadata,
    redeemLimit: row.redeem_limit,
    redemptions: row.redemptions,
    state: row.state,
    version: row.version,
    metadataVersion: row.metadata_version,
    tags: JSON.parse(row.tags) as string[],
    social: row.social,
    createdAt: row.created_at,
    createdBy: makerOf(row),
  };
}

export async function findLink(db: Reader, code: string): Promise<StoredLink | undefined> {
  const sql = `select ${LINK_COLUMNS} from links where code = ?`;
  const [row] = await db.all<LinkColumns>(sql, [code]);
  return row && storedLink(row);
}

/** What opening or retrieving a link needs, and no more. */
export interface LinkView {
  readonly code: string;
  readonly appId: string;
  readonly routes: Routes;
  readonly state: LinkState;
  readonly tags: readonly string[];
  readonly social: Social | undefined;
}

export async function findLinkView(db: Database, code: string): Promise<LinkView | undefined> {
  const sql = 'select code, app_id, routes, state, tags, social from links';
  const row = await db.lookUp<Pick<LinkColumns, 'app_id' | 'routes' | 'state' | 'tags' | 'social'>>(
    sql,
    'code',
    code,
  );
  return (
    row && {
      code,
      appId: row.app_id,
      routes: JSON.parse(row.routes) as Routes,
      state: row.state,
      tags: JSON.parse(row.tags) as string[],
      social: row.social === null ? undefined : (JSON.parse(row.social) as Social),
    }
  );
}

/** What says whether a link can be redeemed now. */
export type LinkStanding = Pick<StoredLink, 'appId' | 'state' | 'redemptions' | 'redeemLimit'>;

export async function findLinkStanding(
  db: Database,
  code: string,
): Promise<LinkStanding | undefined> {
  const sql = `select code, app_id as "appId", state, redemptions, redeem_limit as "redeemLimit"
    from links`;
  return db.lookUp<LinkStanding>(sql, 'code', code);
}

/** What somebody may change of a link. */
export interface LinkChange {
  readonly metadata: string | null;
  readonly redeemLimit: number | null;
  readonly state: LinkState;
  readonly social: string | null;
  readonly routes: Routes;
  readonly tags: readonly string[];
}

/**
 * Writes a changed link and keeps the metadata that it had. Returns false, and changes nothing, when
 * the link is no longer as it was read.
 */
export async function updateLink(
  tx: Transaction,
  before: StoredLink,
  after: LinkChange,
): Promise<boolean> {
  const metadataChanged = after.metadata !== before.metadata;
  const updated = await tx.run(
    `update links set metadata = ?, redeem_limit = ?, state = ?, social = ?, routes = ?, tags = ?,
       version = version + 1, metadata_version = ?,
       unique_key = case when ? = 'deleted' then null else unique_key end
     where code = ? and version = ?`,
    [
      after.metadata,
      after.redeemLimit,
      after.state,
      after.social,
      JSON.stringify(after.routes),
      JSON.stringify(after.tags),
      before.metadataVersion + (metadataChanged ? 1 : 0),
      after.state,
      before.code,
      before.version,
    ],
  );
  if (updated === 0) return false;
  if (metadataChanged) {
    const sql = 'insert into metadata_versions (code, version, metadata) values (?, ?, ?)';
    await tx.run(sql, [before.code, before.metadataVersion, before.metadata]);
  }
  return true;
}
