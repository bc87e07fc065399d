import type { Template } from '../domain/template.ts';
import type { Reader, Transaction } from './database.ts';

/** The templates of an app in the order of its apply file. */
export async function loadTemplates(db: Reader, appId: string): Promise<Template[]> {
  const rows = await db.all<{
    name: string;
    pattern: string;
    routes: string;
    skip_page: number | null;
  }>('select name, pattern, routes, skip_page from templates where app_id = ? order by position', [
    appId,
  ]);
  return rows.map(({ name, pattern, routes, skip_page }) => ({
    name,
    pattern,
    routes: JSON.parse(routes) as Template['routes'],
    ...(skip_page === null ? {} : { skip_page: skip_page === 1 }),
  }));
}

export async function replaceTemplates(
  tx: Transaction,
  appId: string,
  templates: readonly Template[],
): Promise<void> {
  await tx.run('delete from templates where app_id = ?', [appId]);
  for (const [position, template] of templates.entries()) {
    await tx.run(
      `insert into templates (app_id, name, position, pattern, routes, skip_page)
       values (?, ?, ?, ?, ?, ?)`,
      [
        appId,
        template.name,
        position,
        template.pattern,
        JSON.stringify(template.routes),
        template.skip_page === undefined ? null : Number(template.skip_page),
      ],
    );
  }
}
