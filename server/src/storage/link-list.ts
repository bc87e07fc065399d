import type { LinkState } from '../domain/link-state.ts';
import type { RoutedLink } from '../domain/remade-routes.ts';
import type { Routes } from '../domain/route.ts';
import type { Database, SqlValue } from './database.ts';
import { LINK_COLUMNS, storedLink, type LinkColumns, type StoredLink } from './links.ts';

/** What the links of a list have to be; undefined: it does not matter. */
export interface LinkFilter {
  /** Undefined: all but those that are deleted. */
  readonly state: LinkState | undefined;
  readonly tag: string | undefined;
  readonly template: string | undefined;
  readonly unique: boolean | undefined;
  /** Stands at the front of the code, or anywhere in the URI. */
  readonly text: string | undefined;
}

export interface LinkScan {
  readonly filter: LinkFilter;
  readonly oldestFirst: boolean;
  /** Where the scan before ended; undefined: from the beginning. */
  readonly from: number | undefined;
  /** Codes that are left out. */
  readonly except: readonly string[];
  readonly limit: number;
}

/** A link, and where it stands among all. */
export type ListedLink = StoredLink & { readonly seq: number };

/**
 * How many links one scan looks at: no index can tell what a URI contains, and nobody else should
 * wait for who wants to know.
 */
export const SCANNED_LINKS = 10_000;

/** The links of an app that fit. `end`: where the scan gave up; undefined: there are no others. */
export async function scanLinks(
  db: Database,
  appId: string,
  { filter, oldestFirst, from, except, limit }: LinkScan,
): Promise<{ links: ListedLink[]; end: number | undefined }> {
  const { table, key, where, parameters } = sourceOf(appId, filter);
  const [past, order, until] = oldestFirst ? ['>', 'asc', '<='] : ['<', 'desc', '>='];
  const start = from ?? (oldestFirst ? 0 : Number.MAX_SAFE_INTEGER);
  const [edge] = await db.all<{ id: number }>(
    `select ${key} as id from ${table} where ${where} and ${key} ${past} ?
     order by ${key} ${order} limit 1 offset ${SCANNED_LINKS - 1}`,
    [...parameters, start],
  );
  const conditions = [
    ...conditionsOf(filter, db.engine),
    ...except.map((code) => ['code <> ?', code] as const),
    ...(edge ? [[`${key} ${until} ?`, edge.id] as const] : []),
  ];
  // The order of the tables is SQLite's, too: tags lead to links.
  const tables = table === 'links' ? table : `${table} cross join links`;
  const rows = await db.all<LinkColumns & { seq: number }>(
    `select ${key} as seq, ${LINK_COLUMNS} from ${tables} where ${where} and ${key} ${past} ?
     ${table === 'links' ? '' : 'and links.id = link_id'}
     ${conditions.map(([sql]) => `and ${sql}`).join(' ')} order by ${key} ${order} limit ?`,
    [...parameters, start, ...conditions.flatMap(([, ...values]) => values), limit],
  );
  const links = rows.map((row) => ({ ...storedLink(row), seq: row.seq }));
  return { links, end: edge?.id };
}

interface Source {
  readonly table: 'links' | 'link_tags';
  readonly key: string;
  readonly where: string;
  readonly parameters: readonly SqlValue[];
}

/** Where an index has the links of the app in their order, as few of them as one can. */
function sourceOf(appId: string, { tag, state }: LinkFilter): Source {
  if (tag !== undefined) {
    const where = 'link_tags.app_id = ? and tag = ?';
    return { table: 'link_tags', key: 'link_id', where, parameters: [appId, tag] };
  }
  const rare = state === 'disabled' || state === 'deleted';
  const where = `app_id = ?${rare ? ` and state = '${state}' and state <> 'active'` : ''}`;
  return { table: 'links', key: 'id', where, parameters: [appId] };
}

type Condition = readonly [sql: string, ...parameters: SqlValue[]];

function conditionsOf(
  { state, template, unique, text }: LinkFilter,
  engine: Database['engine'],
): Condition[] {
  const conditions: Condition[] = [
    state === undefined ? [`state <> 'deleted'`] : ['state = ?', state],
  ];
  if (template !== undefined) conditions.push(['template = ?', template]);
  // Said so that nobody takes the index of unique links, which has them in another order.
  if (unique !== undefined) {
    conditions.push([`coalesce(unique_key, '') ${unique ? '<>' : '='} ''`]);
  }
  if (text !== undefined) {
    const position = engine === 'sqlite' ? 'instr' : 'strpos';
    conditions.push([`(${position}(uri, ?) > 0 or ${position}(code, ?) = 1)`, text, text]);
  }
  return conditions;
}

/** The newest links that are older than `before`, those that are deleted included. */
export async function listRoutedLinks(
  db: Database,
  appId: string,
  before: number,
  limit: number,
): Promise<(RoutedLink & { readonly seq: number; readonly state: LinkState })[]> {
  const rows = await db.all<
    Pick<LinkColumns, 'code' | 'uri' | 'template' | 'state' | 'routes'> & {
      readonly seq: number;
      readonly overrides: string | null;
    }
  >(
    `select id as seq, code, uri, template, state, routes, overrides from links
     where app_id = ? and id < ? order by id desc limit ?`,
    [appId, before, limit],
  );
  return rows.map(({ routes, overrides, ...row }) => ({
    ...row,
    routes: JSON.parse(routes) as Routes,
    overrides: JSON.parse(overrides ?? '{}') as RoutedLink['overrides'],
  }));
}
