import type { Routes } from '../domain/route.ts';
import type { Reader } from './database.ts';

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
  readonly tags: readonly string[];
  /** Milliseconds since 1970-01-01 UTC. */
  readonly createdAt: number;
}

interface Row {
  readonly code: string;
  readonly app_id: string;
  readonly uri: string;
  readonly unique_key: string | null;
  readonly routes: string;
  readonly template: string | null;
  readonly metadata: string | null;
  readonly redeem_limit: number | null;
  readonly tags: string;
  readonly created_at: number;
}

export async function findLink(db: Reader, code: string): Promise<StoredLink | undefined> {
  const [row] = await db.all<Row>(
    `select code, app_id, uri, unique_key, routes, template, metadata, redeem_limit, tags, created_at
     from links where code = ?`,
    [code],
  );
  return (
    row && {
      code: row.code,
      appId: row.app_id,
      uri: row.uri,
      unique: row.unique_key !== null,
      routes: JSON.parse(row.routes) as Routes,
      template: row.template,
      metadata: row.metadata,
      redeemLimit: row.redeem_limit,
      tags: JSON.parse(row.tags) as string[],
      createdAt: row.created_at,
    }
  );
}

/** What opening or retrieving a link needs, and no more. */
export interface LinkView {
  readonly code: string;
  readonly appId: string;
  readonly routes: Routes;
  readonly tags: readonly string[];
}

export async function findLinkView(db: Reader, code: string): Promise<LinkView | undefined> {
  const sql = 'select app_id, routes, tags from links where code = ?';
  const [row] = await db.all<Pick<Row, 'app_id' | 'routes' | 'tags'>>(sql, [code]);
  return (
    row && {
      code,
      appId: row.app_id,
      routes: JSON.parse(row.routes) as Routes,
      tags: JSON.parse(row.tags) as string[],
    }
  );
}
