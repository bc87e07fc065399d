import type { Database } from './database.ts';
import { amongCodes, foundInApp } from './in-index.ts';
import { readFields, selected, type LinkFields } from './link-columns.ts';

const GROUP_FIELDS = ['template', 'tags', 'code'] as const;

export type LinkGroups = Pick<LinkFields, (typeof GROUP_FIELDS)[number]>;

/** Template and tags of those of these links that the app has. The fewer codes, the sooner others can read. */
export async function linkGroups(
  db: Database,
  appId: string,
  codes: readonly string[],
): Promise<LinkGroups[]> {
  const [some, list] = amongCodes(db.engine, codes);
  const rows = await db.all<object>(
    `select ${selected(GROUP_FIELDS)} from links where code ${some} and ${foundInApp(db.engine)}`,
    [list, appId],
  );
  return rows.map((row) => readFields(row, GROUP_FIELDS));
}
