import type { Transaction } from './database.ts';

/** Makes the tags that a link is found by those that it has now. */
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
  for (const tag of after.filter((wanted) => !before.includes(wanted))) {
    const sql = `insert into link_tags (app_id, tag, link_id)
      select app_id, ?, id from links where code = ?`;
    await tx.run(sql, [tag, code]);
  }
}
