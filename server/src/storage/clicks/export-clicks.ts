import { LRUCache } from 'lru-cache';
import { DIMENSIONS, type Dimension } from '../../domain/click/click.ts';
import type { Reader } from '../database.ts';
import { amongNumbers } from '../in-index.ts';
import type { ClickBatches, SingleClicksQuery } from './click-reader.ts';
import { findClickLink, findLabels } from './labels.ts';
import { clickTablesIn, singleClicksIn, type SingleClick } from './single-clicks.ts';

/** Whose clicks are read, by their ids; an unknown one is 0. */
interface Scope {
  readonly app: number;
  /** Undefined: all links of the app. */
  readonly link: number | undefined;
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

/** The single clicks of an app, or of one of its links, in batches, oldest first. Throws `StoreUnavailable`. */
export async function exportedClicks(
  reader: Reader,
  query: SingleClicksQuery,
): Promise<ClickBatches> {
  const { code } = query;
  const [labels, link] = await Promise.all([
    findLabels(reader, [query.app]),
    code === undefined ? undefined : findClickLink(reader, code),
  ]);
  const scope = {
    app: labels.get(query.app) ?? 0,
    link: code === undefined ? undefined : (link ?? 0),
  };
  return readBatches(reader, scope, query);
}

async function* readBatches(
  reader: Reader,
  scope: Scope,
  { from, to }: Pick<SingleClicksQuery, 'from' | 'to'>,
): ClickBatches {
  const links = new LRUCache<number, LinkRow>({ max: MAX_LINKS });
  const profiles = new LRUCache<number, ProfileRow>({ max: MAX_PROFILES });
  const { app, link: wanted } = scope;
  const [first, end] = wanted === undefined ? [from, to] : await timesOf(reader, wanted, from, to);
  if (first >= end) return;
  for (const table of await clickTablesIn(reader, [[first, end]])) {
    for await (const all of singleClicksIn(reader, table, [first, end], BATCH)) {
      const rows = wanted === undefined ? all : all.filter((row) => row.link === wanted);
      const ofLink = await byId(links, ids(rows, 'link'), (list) => readLinks(reader, list));
      const own = rows.filter(({ link }) => ofLink.get(link)?.app === app);
      const ofProfile = await byId(profiles, ids(own, 'profile'), (list) =>
        readProfiles(reader, list),
      );
      yield own.flatMap(({ at, visitor, link, profile }) => {
        const [known, labels] = [ofLink.get(link), ofProfile.get(profile)];
        return known && labels ? [{ ...labels, at, visitor, code: known.code }] : [];
      });
    }
  }
}

/** The quarter-hours of a period in which a link has clicks: single clicks are in the order of time only. */
async function timesOf(
  reader: Reader,
  link: number,
  from: number,
  to: number,
): Promise<[first: number, end: number]> {
  const times = await reader.find<{ first: number | null; last: number | null }>(
    'select min(first_at) as first, max(last_at) as last from link_totals where link = ?',
    [link],
  );
  return [Math.max(from, times?.first ?? to), Math.min(to, (times?.last ?? 0) + 1)];
}

function ids(rows: readonly SingleClick[], column: 'link' | 'profile'): Set<number> {
  return new Set(rows.map((row) => row[column]));
}

/** The rows with these ids, which are read only if they are not cached. */
async function byId<Row extends { readonly id: number }>(
  cache: LRUCache<number, Row>,
  wanted: ReadonlySet<number>,
  read: (list: readonly number[]) => Promise<Row[]>,
): Promise<Map<number, Row>> {
  const found = new Map<number, Row>();
  const missing: number[] = [];
  for (const id of wanted) {
    const row = cache.get(id);
    if (row) found.set(id, row);
    else missing.push(id);
  }
  for (const row of missing.length === 0 ? [] : await read(missing)) {
    found.set(row.id, row);
    cache.set(row.id, row);
  }
  return found;
}

function readLinks(reader: Reader, list: readonly number[]): Promise<LinkRow[]> {
  const [among, parameter] = amongNumbers(reader.engine, list);
  return reader.all<LinkRow>(`select id, code, app from click_links where id ${among}`, [
    parameter,
  ]);
}

function readProfiles(reader: Reader, list: readonly number[]): Promise<ProfileRow[]> {
  const [among, parameter] = amongNumbers(reader.engine, list);
  const texts = DIMENSIONS.map((name) => `t_${name}.text as ${name}`).join(', ');
  const joins = DIMENSIONS.map(
    (name) => `join click_texts t_${name} on t_${name}.id = q.${name}`,
  ).join(' ');
  return reader.all<ProfileRow>(
    `select q.id, ${texts} from click_profiles q ${joins} where q.id ${among}`,
    [parameter],
  );
}
