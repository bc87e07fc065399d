import type { Template } from '../domain/template/template.ts';
import type { TemplateRule } from '../domain/rule/template-rule.ts';
import { yieldToEventLoop } from '../time-slices.ts';
import { lastChangeOfApp } from './audit-log.ts';
import type { Reader, Transaction } from './database.ts';

/** Templates that one statement reads. */
const READ_AT_A_TIME = 500;

/** The templates of an app in the order of its apply file. */
export async function loadTemplates(db: Reader, appId: string): Promise<Template[]> {
  for (;;) {
    const change = await lastChangeOfApp(db, appId);
    const templates = await readTemplates(db, appId);
    // One statement reads a consistent state, but the app can change between several.
    const whole = templates.size < READ_AT_A_TIME || change === (await lastChangeOfApp(db, appId));
    if (!whole) continue;
    return [...templates].toSorted(([a], [b]) => a - b).map(([, template]) => template);
  }
}

/** The templates by position. They are read in the order of the key, because no index has their positions. */
async function readTemplates(db: Reader, appId: string): Promise<Map<number, Template>> {
  const found = new Map<number, Template>();
  for (let last = ''; ;) {
    const rows = await db.all<{
      name: string;
      position: number;
      pattern: string;
      routes: string;
      skip_page: number | null;
      rules: string | null;
    }>(
      `select name, position, pattern, routes, skip_page, rules from templates
       where app_id = ? and name > ? order by name limit ?`,
      [appId, last, READ_AT_A_TIME],
    );
    for (const { position, name, pattern, routes, skip_page, rules } of rows) {
      found.set(position, {
        name,
        pattern,
        routes: JSON.parse(routes) as Template['routes'],
        ...(skip_page === null ? {} : { skip_page: skip_page === 1 }),
        ...(rules === null ? {} : { rules: JSON.parse(rules) as TemplateRule[] }),
      });
    }
    if (rows.length < READ_AT_A_TIME) return found;
    last = rows.at(-1)?.name ?? '';
    await yieldToEventLoop();
  }
}

const COLUMNS = {
  app_id: 'text',
  name: 'text',
  position: 'integer',
  pattern: 'text',
  routes: 'text',
  skip_page: 'integer',
  rules: 'text',
} as const;

/** Replaces all templates of an app, of which there can be 20,000. */
export async function replaceTemplates(
  tx: Transaction,
  appId: string,
  templates: readonly Template[],
): Promise<void> {
  await tx.run('delete from templates where app_id = ?', [appId]);
  const rows = [];
  for (const [position, { name, pattern, routes, skip_page, rules = [] }] of templates.entries()) {
    const skipPage = skip_page === undefined ? null : Number(skip_page);
    const made = rules.length === 0 ? null : JSON.stringify(rules);
    rows.push([appId, name, position, pattern, JSON.stringify(routes), skipPage, made]);
    if (position % READ_AT_A_TIME === 0) await yieldToEventLoop();
  }
  await tx.insertMany('templates', COLUMNS, rows);
}
