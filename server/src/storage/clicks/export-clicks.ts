import { LRUCache } from 'lru-cache';
import { DIMENSIONS, type Dimension } from '../../domain/click/click.ts';
import { amongNumbers } from '../in-index.ts';
import type { ClickBatches, SingleClicksQuery } from './click-reader.ts';
import { findLabels } from './labels.ts';
import { clickTables } from './single-clicks.ts';
import type { SqlSource } from './sql.ts';

interface ClickRow {
  readonly at: number;
  readonly link: number;
  readonly profile: number;
  readonly visitor: number;
}

interface LinkRow {
  readonly id: number;
  readonly code: string;
  readonly app: number;
}

type ProfileRow = Readonly<Record<Dimension, string>> & { readonly id: number };

/** Rows of one read: a reading thread is free for others after a few milliseconds. */
const BATCH = 2000;
/** What is remembered, so that an export of any length needs constant memory. */
const MAX_LINKS = 20_000;
const MAX_PROFILES = 10_000;

/** The single clicks of an app in batches, oldest first. Throws `StoreUnavailable`. */
export async function exportedClicks(
  clicks: SqlSource,
  query: SingleClicksQuery,
): Promise<ClickBatches> {
  const app = (await findLabels(clicks.reader, [query.app])).get(query.app) ?? 0;
  return readBatches(clicks, app, query);
}

async function* readBatches(
  clicks: SqlSource,
  app: number,
  { from, to }: Pick<SingleClicksQuery, 'from' | 'to'>,
): ClickBatches {
  const links = new LRUCache<number, LinkRow>({ max: MAX_LINKS });
  const profiles = new LRUCache<number, ProfileRow>({ max: MAX_PROFILES });
  for (const table of await clickTables(clicks)) {
    for await (const rows of batchesOf(clicks, table, from, to)) {
      const ofLink = await byId(links, ids(rows, 'link'), (list) => readLinks(clicks, list));
      const own = rows.filter(({ link }) => ofLink.get(link)?.app === app);
      const ofProfile = await byId(profiles, ids(own, 'profile'), (list) =>
        readProfiles(clicks, list),
      );
      yield own.flatMap(({ at, visitor, link, profile }) => {
        const [known, labels] = [ofLink.get(link), ofProfile.get(profile)];
        return known && labels ? [{ ...labels, at, visitor, code: known.code }] : [];
      });
    }
  }
}

/** The rows of a table in batches. All rows of a millisecond are in the same batch. */
async function* batchesOf(
  { reader }: SqlSource,
  table: string,
  from: number,
  to: number,
): AsyncGenerator<readonly ClickRow[], void, void> {
  const select = `select at, link, profile, visitor from ${table}
    where at >= ? and at < ? order by at limit ?`;
  let limit = BATCH;
  for (let next = from; next < to;) {
    const rows = await reader.all<ClickRow>(select, [next, to, limit]);
    const last = rows.at(-1)?.at ?? to;
    if (rows.length < limit) {
      yield rows;
      return;
    }
    const complete = rows.filter(({ at }) => at < last);
    // All of them are from one millisecond, and there can be more.
    limit = complete.length === 0 ? limit * 2 : BATCH;
    yield complete;
    next = last;
  }
}

function ids(rows: readonly ClickRow[], column: 'link' | 'profile'): Set<number> {
  return new Set(rows.map((row) => row[column]));
}

/** The rows with these ids, which are read only if they are not cached. */
async function byId<Row extends { readonly id: number }>(
  cache: LRUCache<number, Row>,
  wanted: ReadonlySet<number>,
  read: (list: string) => Promise<Row[]>,
): Promise<Map<number, Row>> {
  const found = new Map<number, Row>();
  const missing: number[] = [];
  for (const id of wanted) {
    const row = cache.get(id);
    if (row) found.set(id, row);
    else missing.push(id);
  }
  for (const row of missing.length === 0 ? [] : await read(missing.join(','))) {
    found.set(row.id, row);
    cache.set(row.id, row);
  }
  return found;
}

function readLinks({ reader, engine }: SqlSource, list: string) {
  const [among, parameter] = amongNumbers(engine, list);
  return reader.all<LinkRow>(`select id, code, app from click_links where id ${among}`, [
    parameter,
  ]);
}

function readProfiles({ reader, engine }: SqlSource, list: string) {
  const [among, parameter] = amongNumbers(engine, list);
  const texts = DIMENSIONS.map((name) => `t_${name}.text as ${name}`).join(', ');
  const joins = DIMENSIONS.map(
    (name) => `join click_texts t_${name} on t_${name}.id = q.${name}`,
  ).join(' ');
  return reader.all<ProfileRow>(
    `select q.id, ${texts} from click_profiles q ${joins} where q.id ${among}`,
    [parameter],
  );
}
