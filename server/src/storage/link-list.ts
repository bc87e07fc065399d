import type { LinkState } from '../domain/link/link-state.ts';
import type { Database, SqlValue } from './database.ts';
import { amongNumbers, inIndex } from './in-index.ts';
import type { CreatorColumns } from './link-creator.ts';
import { STORED_LINK, storedLink, type StoredLink } from './links.ts';
import { AdaptiveBatchSize } from './adaptive-batch-size.ts';

/** The conditions for the links of a list; undefined: no condition. */
export interface LinkFilter {
  /** Undefined: all except deleted links. */
  readonly state?: LinkState | undefined;
  readonly tag?: string | undefined;
  readonly template?: string | undefined;
  readonly unique?: boolean | undefined;
  /** A prefix of the code, or any part of the URI. */
  readonly text?: string | undefined;
}

export interface LinkScan {
  readonly filter: LinkFilter;
  readonly oldestFirst: boolean;
  /** Where the previous scan ended; undefined: from the beginning. */
  readonly from: number | undefined;
  /** Codes to leave out. */
  readonly except: readonly string[];
  readonly limit: number;
}

/** A link, and its position among all links. */
export type ListedLink = StoredLink & { readonly seq: number };

/** The maximum number of links that one scan reads: no index finds a part of a URI. */
export const SCANNED_LINKS = 10_000;
/** Links of one read. */
const LINKS_AT_A_TIME = 1000;

/**
 * The links of an app that match. `end`: where the scan stopped; undefined: there are no more. The next
 * links come from an index alone, and each of these is read by its key, so the query planner cannot choose
 * to read links of other apps.
 */
export async function scanLinks(
  db: Database,
  appId: string,
  { filter, oldestFirst, from, except, limit }: LinkScan,
): Promise<{ links: ListedLink[]; end: number | undefined }> {
  const index = indexFor(appId, filter);
  const links: ListedLink[] = [];
  let end = from;
  // In most lists, most links match.
  const sizes = { first: 2 * limit, firstOnSqlite: 25, max: LINKS_AT_A_TIME };
  const batchSize = new AdaptiveBatchSize(db.engine, sizes);
  for (let left = SCANNED_LINKS; left > 0 && links.length < limit;) {
    const count = Math.min(batchSize.rows, left);
    left -= count;
    const part = await batchSize.read(async () => {
      const ids = await linksBehind(db, index, oldestFirst, end, count);
      const wanted = { oldestFirst, except, limit: limit - links.length };
      if (ids) links.push(...(await fittingLinks(db, ids.ids, filter, wanted)));
      return ids;
    });
    end = part?.last ?? end;
    if (part?.count !== count) return { links, end: undefined };
  }
  return { links, end };
}

/** An index that orders the links of the app after columns with these values. */
interface OrderedIndex {
  readonly table: 'links' | 'link_tags';
  readonly columns: readonly string[];
  readonly values: readonly string[];
  readonly key: string;
  /** The condition of a partial index. */
  readonly partial?: string;
}

/** The index that contains the fewest links. */
function indexFor(appId: string, { tag, state }: LinkFilter): OrderedIndex {
  if (tag !== undefined) {
    const columns = ['app_id', 'tag'];
    return { table: 'link_tags', columns, values: [appId, tag], key: 'link_id' };
  }
  if (state === undefined || state === 'active') {
    return { table: 'links', columns: ['app_id'], values: [appId], key: 'id' };
  }
  const columns = ['app_id', 'state'];
  const partial = `state <> 'active'`;
  return { table: 'links', columns, values: [appId, state], key: 'id', partial };
}

/** Some links, as the text that `amongNumbers` takes: one row per link would cost more. */
interface SomeLinks {
  readonly ids: string;
  readonly count: number;
  /** The last of them. */
  readonly last: number;
}

async function linksBehind(
  db: Database,
  { table, columns, values, key, partial }: OrderedIndex,
  oldestFirst: boolean,
  from: number | undefined,
  count: number,
): Promise<SomeLinks | undefined> {
  const { where, parameters, order } = inIndex(
    db.engine,
    [...columns, key],
    values,
    oldestFirst,
    from,
  );
  const [part] = await db.all<SomeLinks | { readonly ids: null }>(
    `select count(*) as count, ${oldestFirst ? 'max' : 'min'}(id) as last,
       string_agg(cast(id as text), ',') as ids
     from (
       select ${key} as id from ${table} where ${where} ${partial ? `and ${partial}` : ''}
       order by ${order} limit ?
     ) as part`,
    [...parameters, count],
  );
  return part && part.ids !== null ? part : undefined;
}

/** The links among `ids` that match, in their order. */
async function fittingLinks(
  db: Database,
  ids: string,
  filter: LinkFilter,
  { oldestFirst, except, limit }: Pick<LinkScan, 'oldestFirst' | 'except' | 'limit'>,
): Promise<ListedLink[]> {
  const conditions = [
    ...except.map((code): Condition => ['code <> ?', code]),
    ...conditionsOf(filter, db.engine),
  ];
  const [some, list] = amongNumbers(db.engine, ids);
  const rows = await db.all<CreatorColumns & { seq: number }>(
    `select id as seq, ${STORED_LINK} from links where id ${some}
     ${conditions.map(([sql]) => `and ${sql}`).join(' ')}
     order by id ${oldestFirst ? 'asc' : 'desc'} limit ?`,
    [list, ...conditions.flatMap(([, ...values]) => values), limit],
  );
  return rows.map((row) => ({ ...storedLink(row), seq: row.seq }));
}

type Condition = readonly [sql: string, ...parameters: SqlValue[]];

/** In the order of the columns: those stored after long metadata cost the most. */
function conditionsOf(
  { state, template, unique, text }: LinkFilter,
  engine: Database['engine'],
): Condition[] {
  const conditions: Condition[] = [];
  if (text !== undefined) {
    const position = engine === 'sqlite' ? 'instr' : 'strpos';
    conditions.push([`(${position}(uri, ?) > 0 or ${position}(code, ?) = 1)`, text, text]);
  }
  if (unique !== undefined) conditions.push([`unique_key is ${unique ? 'not' : ''} null`]);
  if (template !== undefined) conditions.push(['template = ?', template]);
  conditions.push(state === undefined ? [`state <> 'deleted'`] : ['state = ?', state]);
  return conditions;
}
