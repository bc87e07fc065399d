import type { Database } from './database.ts';
import { readFields, selected, type LinkFields } from './link-columns.ts';

const GROUP_FIELDS = ['template', 'tags', 'code'] as const;

/** What links are grouped by. */
export type LinkGroups = Pick<LinkFields, (typeof GROUP_FIELDS)[number]>;

/** Template and tags of those of these links that the app has. The fewer codes, the sooner others can read. */
export async function linkGroups(
  db: Database,
  appId: string,
  codes: readonly string[],
): Promise<LinkGroups[]> {
  const among =
    db.engine === 'sqlite'
      ? 'in (select value from json_each(?))'
      : 'in (select value from json_array_elements_text(cast(? as json)))';
  const rows = await db.all<object>(
    `select ${selected(GROUP_FIELDS)} from links where code ${among} and app_id = ?`,
    [JSON.stringify(codes), appId],
  );
  return rows.map((row) => readFields(row, GROUP_FIELDS));
}
