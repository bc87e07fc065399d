import type { LinkRow, Reader, Transaction } from './database.ts';

/** What a link has from the start that batches of links do not have. */
export interface NewLinkMore {
  readonly tags: readonly string[];
  /** JSON text. */
  readonly social: string | null;
}

/** Inserts one link; false when its code is taken, or its URI has the unique link of the app. */
export async function insertOneLink(
  tx: Transaction,
  code: string,
  row: LinkRow,
  { tags, social }: NewLinkMore,
): Promise<boolean> {
  const inserted = await tx.run(
    `insert into links (code, app_id, uri, unique_key, routes, overrides, template, metadata,
       redeem_limit, tags, social, created_at, created_by)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    [
      code,
      row.appId,
      row.uri,
      row.uniqueKey,
      row.routes,
      row.overrides,
      row.template,
      row.metadata,
      row.redeemLimit,
      JSON.stringify(tags),
      social,
      row.createdAt,
      row.createdBy,
    ],
  );
  return inserted === 1;
}

/** The code of the unique link that an app has for a URI, by its digest. */
export async function findUniqueCode(
  db: Reader,
  appId: string,
  uniqueKey: string,
): Promise<string | undefined> {
  const sql = 'select code from links where app_id = ? and unique_key = ?';
  return (await db.all<{ code: string }>(sql, [appId, uniqueKey]))[0]?.code;
}
