import type { Reader, Transaction } from './database.ts';

/** Updates the tags by which a link is found. */
export async function replaceTags(
  tx: Transaction,
  appId: string,
  code: string,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  for (const tag of before.filter((known) => !after.includes(known))) {
    const sql = `delete from link_tags
      where app_id = ? and tag = ? and link_id = (select id from links where code = ?)`;
    await tx.run(sql, [appId, tag, code]);
  }
  const added = after.filter((wanted) => !before.includes(wanted));
  if (added.length === 0) return;
  const [link] = await tx.all<{ id: number }>('select id from links where code = ?', [code]);
  if (!link) return;
  const columns = { app_id: 'text', tag: 'text', link_id: 'bigint' } as const;
  const rows = added.map((tag) => [appId, tag, link.id]);
  await tx.insertMany('link_tags', columns, rows);
}

/**
 * At most `limit` tags of an app's links after `after`, each once, in the order of the engine. Jumps from one
 * tag to the next, regardless of the number of links.
 */
export async function scanTags(
  db: Reader,
  appId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.all<{ tag: string }>(
    `with recursive known (tag) as (
       select min(tag) from link_tags where app_id = ? and tag > ?
       union all
       select (select min(link_tags.tag) from link_tags where app_id = ? and link_tags.tag > known.tag)
       from known where known.tag is not null
     )
     select tag from known where tag is not null limit ?`,
    [appId, after, appId, limit],
  );
  return rows.map(({ tag }) => tag);
}
