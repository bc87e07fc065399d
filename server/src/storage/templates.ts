import type { Template } from '../domain/template/template.ts';
import { giveWay } from '../turns.ts';
import { lastChangeOfApp } from './audit-log.ts';
import type { Reader, Transaction } from './database.ts';

/** Templates that one statement reads, and that one writes. */
const READ_AT_A_TIME = 500;
const WRITTEN_AT_A_TIME = 100;

/** The templates of an app in the order of its apply file. */
export async function loadTemplates(db: Reader, appId: string): Promise<Template[]> {
  for (;;) {
    const change = await lastChangeOfApp(db, appId);
    const templates = await readTemplates(db, appId);
    // One statement reads what is there at one moment. Between several there may be a change.
    const whole = templates.size < READ_AT_A_TIME || change === (await lastChangeOfApp(db, appId));
    if (!whole) continue;
    return [...templates].toSorted(([a], [b]) => a - b).map(([, template]) => template);
  }
}

/** By their position. They are read in the order of the key: no index has that of the file. */
async function readTemplates(db: Reader, appId: string): Promise<Map<number, Template>> {
  const found = new Map<number, Template>();
  for (let last = ''; ;) {
    const rows = await db.all<{
      name: string;
      position: number;
      pattern: string;
      routes: string;
      skip_page: number | null;
    }>(
      `select name, position, pattern, routes, skip_page from templates
       where app_id = ? and name > ? order by name limit ?`,
      [appId, last, READ_AT_A_TIME],
    );
    for (const { position, name, pattern, routes, skip_page } of rows) {
      found.set(position, {
        name,
        pattern,
        routes: JSON.parse(routes) as Template['routes'],
        ...(skip_page === null ? {} : { skip_page: skip_page === 1 }),
      });
    }
    if (rows.length < READ_AT_A_TIME) return found;
    last = rows.at(-1)?.name ?? '';
    await giveWay();
  }
}

export async function replaceTemplates(
  tx: Transaction,
  appId: string,
  templates: readonly Template[],
): Promise<void> {
  await tx.run('delete from templates where app_id = ?', [appId]);
  const whole = templates.length - (templates.length % WRITTEN_AT_A_TIME);
  // Two statements and no more, whatever the number of templates: each is prepared and kept.
  for (let at = 0; at < templates.length;) {
    const count = at < whole ? WRITTEN_AT_A_TIME : 1;
    await insertTemplates(tx, appId, at, templates.slice(at, at + count));
    at += count;
    await giveWay();
  }
}

function insertTemplates(
  tx: Transaction,
  appId: string,
  first: number,
  templates: readonly Template[],
): Promise<number> {
  return tx.run(
    `insert into templates (app_id, name, position, pattern, routes, skip_page)
     values ${templates.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}`,
    templates.flatMap(({ name, pattern, routes, skip_page }, index) => [
      appId,
      name,
      first + index,
      pattern,
      JSON.stringify(routes),
      skip_page === undefined ? null : Number(skip_page),
    ]),
  );
}
