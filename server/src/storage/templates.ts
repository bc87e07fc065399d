import type { Template } from '../domain/template/template.ts';
import type { MetadataSchemaDocument } from '../domain/schema/metadata-schema.ts';
import { yieldToEventLoop } from '../time-slices.ts';
import { lastChangeOfApp } from './audit-log.ts';
import type { Reader, SqlValue, Transaction } from './database.ts';

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
      valid_for_seconds: number | null;
      metadata_schema: string | null;
    }>(
      `select name, position, pattern, routes, skip_page, rules, valid_for_seconds, metadata_schema
       from templates
       where app_id = ? and name > ? order by name limit ?`,
      [appId, last, READ_AT_A_TIME],
    );
    for (const { position, name, pattern, routes, skip_page, rules, ...more } of rows) {
      const { valid_for_seconds, metadata_schema } = more;
      found.set(position, {
        name,
        pattern,
        routes: JSON.parse(routes) as Template['routes'],
        ...(skip_page === null ? {} : { skip_page: skip_page === 1 }),
        ...(rules === null ? {} : { rules: JSON.parse(rules) as NonNullable<Template['rules']> }),
        ...(valid_for_seconds === null ? {} : { valid_for_seconds }),
        ...(metadata_schema === null
          ? {}
          : { metadata_schema: JSON.parse(metadata_schema) as MetadataSchemaDocument }),
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
  valid_for_seconds: 'bigint',
  metadata_schema: 'text',
} as const;

/**
 * The schema for metadata of links of an app, by the name of their template; without members if it accepts all
 * metadata.
 */
export async function findMetadataSchema(
  db: Reader,
  appId: string,
  template: string | null,
): Promise<MetadataSchemaDocument> {
  const row = await db.find<{ schema: string | null }>(
    `select coalesce(
       (select metadata_schema from templates where app_id = ? and name = ?),
       (select metadata_schema from apps where id = ?)
     ) as schema`,
    [appId, template ?? '', appId],
  );
  return JSON.parse(row?.schema ?? '{}') as MetadataSchemaDocument;
}

export type TemplateRow = readonly SqlValue[];

/** The rows of all templates of an app, of which there can be 20,000: make them before the transaction. */
export async function templateRows(
  appId: string,
  templates: readonly Template[],
): Promise<TemplateRow[]> {
  const rows: TemplateRow[] = [];
  for (const [position, template] of templates.entries()) {
    const { name, pattern, routes, skip_page, rules = [], valid_for_seconds = null } = template;
    const skipPage = skip_page === undefined ? null : Number(skip_page);
    const made = rules.length === 0 ? null : JSON.stringify(rules);
    const fields = [name, position, pattern, JSON.stringify(routes), skipPage, made];
    const schema = template.metadata_schema && JSON.stringify(template.metadata_schema);
    rows.push([appId, ...fields, valid_for_seconds, schema ?? null]);
    if (position % READ_AT_A_TIME === 0) await yieldToEventLoop();
  }
  return rows;
}

export async function replaceTemplates(
  tx: Transaction,
  appId: string,
  rows: readonly TemplateRow[],
): Promise<void> {
  await tx.run('delete from templates where app_id = ?', [appId]);
  await tx.insertMany('templates', COLUMNS, rows);
}
