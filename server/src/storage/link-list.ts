import { yieldToEventLoop } from '../time-slices.ts';
import { hasTag, isTagGroup } from '../domain/link/tags.ts';
import { BLOCK_LINKS } from '../domain/search/block.ts';
import { isFound } from '../domain/search/searched-link.ts';
import { termsOfQuery, type QueryTerms } from '../domain/search/terms.ts';
import type { Database } from './database.ts';
import { amongCodes, amongNumbers, foundInApp, inIndex } from './in-index.ts';
import { conditionsOf, notAmong, type LinkFilter } from './link-conditions.ts';
import { candidates } from './link-search.ts';
import { STORED_LINK, storedLink, type StoredLink, type StoredLinkRow } from './links.ts';
import { AdaptiveBatchSize } from './adaptive-batch-size.ts';
import { indexedBlocks } from './search-index.ts';

export interface LinkScan {
  readonly filter: LinkFilter;
  readonly oldestFirst: boolean;
  /** Where the previous scan ended; undefined: from the beginning. */
  readonly from: number | undefined;
  /** Codes to leave out. */
  readonly except: readonly string[];
  readonly limit: number;
}

export interface ListedLink {
  readonly link: StoredLink;
  /** Its position among all links. */
  readonly seq: number;
}

/** The maximum number of links that one scan reads. */
export const SCANNED_LINKS = 10_000;
/** It reads fewer if this time is over, so that each page comes soon: 10,000 links with large metadata take long. */
const SCAN_MS = 60;
/** Links of one read. */
const LINKS_AT_A_TIME = 1000;

/**
 * The links of an app that match. `end`: where the scan stopped; undefined: there are no more. A search uses the index
 * for all links but the newest ones, which are not in it yet. `milliseconds`: after this time it ends early.
 */
export async function scanLinks(
  db: Database,
  appId: string,
  scan: LinkScan,
  milliseconds = SCAN_MS,
): Promise<{ links: ListedLink[]; end: number | undefined }> {
  const { query } = scan.filter;
  const until = performance.now() + milliseconds;
  const indexed = query === undefined ? 0 : (await indexedBlocks(db)) * BLOCK_LINKS;
  if (query === undefined || indexed === 0) return scanInOrder(db, appId, scan, { until });
  const terms = termsOfQuery(query);
  const { oldestFirst, from } = scan;
  const isInIndex = oldestFirst ? (from ?? 0) < indexed - 1 : from !== undefined && from <= indexed;
  const inIndexPart = (one: LinkScan) => scanIndex(db, appId, one, terms, { indexed, until });
  const newest = (one: LinkScan) => scanInOrder(db, appId, one, { least: indexed, until });
  if (!oldestFirst)
    return isInIndex ? inIndexPart(scan) : inTurn(scan, newest, inIndexPart, indexed);
  return isInIndex ? inTurn(scan, inIndexPart, newest, indexed - 1) : newest(scan);
}

export async function newestActiveLinks(
  db: Database,
  appId: string,
  limit: number,
): Promise<StoredLink[]> {
  const filter = { state: 'active' } as const;
  const scan = { filter, oldestFirst: false, from: undefined, except: [], limit };
  return (await scanLinks(db, appId, scan)).links.map(({ link }) => link);
}

type Scanned = Awaited<ReturnType<typeof scanLinks>>;

/** Two scans: the second begins at `from` if the first one finished before the page was full. */
async function inTurn(
  scan: LinkScan,
  first: (scan: LinkScan) => Promise<Scanned>,
  second: (scan: LinkScan) => Promise<Scanned>,
  from: number,
): Promise<Scanned> {
  const { links, end } = await first(scan);
  if (end !== undefined || links.length >= scan.limit) return { links, end: end ?? from };
  const rest = await second({ ...scan, from, limit: scan.limit - links.length });
  return { links: [...links, ...rest.links], end: rest.end };
}

/** Checks the links that the index names. `indexed`: those with lower numbers; `until`: when it ends early. */
async function scanIndex(
  db: Database,
  appId: string,
  { filter, oldestFirst, from, except, limit }: LinkScan,
  terms: QueryTerms,
  { indexed, until }: { readonly indexed: number; readonly until: number },
): Promise<Scanned> {
  const { template } = filter;
  const tag = exactTag(filter);
  const range = oldestFirst
    ? { above: from ?? -1, below: indexed }
    : { above: -1, below: Math.min(from ?? indexed, indexed) };
  const links: ListedLink[] = [];
  const batch = new AdaptiveBatchSize(db.engine, { first: limit, firstOnSqlite: 25, max: 500 });
  const wanted = { appId, terms, tag, template };
  let left = SCANNED_LINKS;
  const isFull = (): boolean => links.length >= limit || left <= 0;
  const isLate = (): boolean => performance.now() > until;
  for await (const { ids, end } of candidates(db, wanted, range, oldestFirst)) {
    for (let at = 0; at < ids.length;) {
      const some = ids.slice(at, at + batch.rows);
      const fitting = { appId, oldestFirst, except };
      links.push(...(await batch.read(() => fittingLinks(db, some.join(), filter, fitting))));
      at += some.length;
      left -= some.length;
      if (isFull() || (at < ids.length && isLate())) {
        return { links: links.slice(0, limit), end: some.at(-1) };
      }
    }
    if (isLate() && end > 0) return { links, end };
  }
  return { links, end: undefined };
}

/**
 * Reads the links of the app in their order. The next links come from an index alone, and each of these is read by its
 * key, so the query planner cannot choose to read links of other apps. `least`: the lowest number to read.
 */
async function scanInOrder(
  db: Database,
  appId: string,
  { filter, oldestFirst, from, except, limit }: LinkScan,
  { least, until }: { readonly least?: number; readonly until: number },
): Promise<Scanned> {
  const index = indexFor(appId, filter);
  const links: ListedLink[] = [];
  let end = from ?? (oldestFirst && least !== undefined ? least - 1 : undefined);
  // In most lists, most links match.
  const sizes = { first: 2 * limit, firstOnSqlite: 25, max: LINKS_AT_A_TIME };
  const batchSize = new AdaptiveBatchSize(db.engine, sizes);
  for (let left = SCANNED_LINKS; left > 0 && links.length < limit;) {
    // As long as all match, no more are read than the page needs.
    const allMatch = links.length > 0 && links.length === SCANNED_LINKS - left;
    const needed = allMatch ? limit - links.length : left;
    const count = Math.min(batchSize.rows, left, needed);
    left -= count;
    const part = await batchSize.read(async () => {
      const ids = await linksBehind(db, index, oldestFirst, end, count, least);
      const wanted = { appId, oldestFirst, except };
      if (ids) links.push(...(await fittingLinks(db, ids.ids, filter, wanted)));
      return ids;
    });
    end = part?.last ?? end;
    if (part?.count !== count) return { links: links.slice(0, limit), end: undefined };
    // A page of links that all match is full soon, so it never ends early.
    if (links.length < SCANNED_LINKS - left && performance.now() > until) break;
  }
  return { links: links.slice(0, limit), end };
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
function indexFor(appId: string, filter: LinkFilter): OrderedIndex {
  const { state, externalId } = filter;
  const tag = exactTag(filter);
  if (externalId !== undefined && state !== 'deleted') {
    const columns = ['app_id', 'external_id'];
    const partial = `external_id is not null and state <> 'deleted'`;
    return { table: 'links', columns, values: [appId, externalId], key: 'id', partial };
  }
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

/** The tag that the indexes find; a group has many tags. */
function exactTag({ tag }: LinkFilter): string | undefined {
  return tag === undefined || isTagGroup(tag) ? undefined : tag;
}

/** Some links, as the text that `amongNumbers` takes: one row per link would cost more. */
interface SomeLinks {
  readonly ids: string;
  readonly count: number;
  /** The last of them. */
  readonly last: number;
}

/** `least`: the lowest number to read. From oldest to newest, `from` is not below it. */
async function linksBehind(
  db: Database,
  { table, columns, values, key, partial }: OrderedIndex,
  oldestFirst: boolean,
  from: number | undefined,
  count: number,
  least: number | undefined,
): Promise<SomeLinks | undefined> {
  const { where, parameters, order } = inIndex(
    db.engine,
    [...columns, key],
    values,
    oldestFirst,
    from,
  );
  // Outside of the scan, which a condition on the number would not end: it would read all links of the app.
  const isBounded = least !== undefined && !oldestFirst;
  const [part] = await db.all<SomeLinks | { readonly ids: null }>(
    `select count(*) as count, ${oldestFirst ? 'max' : 'min'}(id) as last,
       string_agg(cast(id as text), ',') as ids
     from (
       select ${key} as id from ${table} where ${where} ${partial ? `and ${partial}` : ''}
       order by ${order} limit ?
     ) as part ${isBounded ? 'where id >= ?' : ''}`,
    [...parameters, count, ...(isBounded ? [least] : [])],
  );
  return part && part.ids !== null ? part : undefined;
}

/** The links of the app among `ids` that match, in their order. */
async function fittingLinks(
  db: Database,
  ids: string,
  filter: LinkFilter,
  {
    appId,
    oldestFirst,
    except,
  }: { readonly appId: string } & Pick<LinkScan, 'oldestFirst' | 'except'>,
): Promise<ListedLink[]> {
  const conditions = [
    ...(except.length === 0 ? [] : [notAmong(db.engine, except)]),
    ...conditionsOf(filter, db.engine),
  ];
  const [some, list] = amongNumbers(db.engine, ids);
  const rows = await db.all<StoredLinkRow & { readonly seq: number }>(
    `select id as seq, ${STORED_LINK} from links where id ${some}
     ${conditions.map(([sql]) => `and ${sql}`).join(' ')}
     order by id ${oldestFirst ? 'asc' : 'desc'}`,
    [list, ...conditions.flatMap(([, ...values]) => values)],
  );
  const links: ListedLink[] = [];
  for (const row of rows) {
    const link = storedLink(row);
    if (link.appId === appId && (await isWanted(link, filter))) links.push({ link, seq: row.seq });
  }
  return links;
}

/** Searching the metadata of many links takes long, so visits are answered in between. */
async function isWanted(link: StoredLink, { query, tag }: LinkFilter): Promise<boolean> {
  await yieldToEventLoop();
  return (
    (query === undefined || isFound(link, query)) && (tag === undefined || hasTag(link.tags, tag))
  );
}

/** The links of an app among these codes that match, in any order. `filter` undefined: all, also deleted links. */
export async function matchingLinks(
  db: Database,
  appId: string,
  codes: readonly string[],
  filter: LinkFilter | undefined,
): Promise<StoredLink[]> {
  const conditions = filter ? conditionsOf(filter, db.engine) : [];
  const [some, list] = amongCodes(db.engine, codes);
  const rows = await db.all<StoredLinkRow>(
    `select ${STORED_LINK} from links where code ${some}
     and ${foundInApp(db.engine)} ${conditions.map(([sql]) => `and ${sql}`).join(' ')}`,
    [list, appId, ...conditions.flatMap(([, ...values]) => values)],
  );
  const links: StoredLink[] = [];
  for (const row of rows) {
    const link = storedLink(row);
    if (await isWanted(link, filter ?? {})) links.push(link);
  }
  return links;
}
