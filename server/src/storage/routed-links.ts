import type { LinkState } from '../domain/link/link-state.ts';
import type { RoutedLink } from '../domain/template/rebuilt-link.ts';
import { batchesBelow } from './adaptive-batch-size.ts';
import type { Reader } from './database.ts';
import { amongCodes, inIndex } from './in-index.ts';
import { readFields, selected, type LinkFields } from './link-columns.ts';

const ROUTED_FIELDS = ['code', 'uri', 'template', 'state', 'routes', 'overrides'] as const;

/** A link of `listRoutedLinks`, and its position among all links. */
export type ListedRoutedLink = RoutedLink & { readonly seq: number; readonly state: LinkState };

const SIZES = { first: 100, firstOnSqlite: 10, max: 100 };

/** The newest links that are older than `before`, in batches and at most `limit`. Includes deleted links. */
export function listRoutedLinks(
  db: Reader,
  appId: string,
  before: number,
  limit: number,
): AsyncGenerator<readonly ListedRoutedLink[]> {
  return batchesBelow(db.engine, SIZES, before, limit, (from, count) =>
    readRoutedLinks(db, appId, from, count),
  );
}

async function readRoutedLinks(
  db: Reader,
  appId: string,
  before: number,
  limit: number,
): Promise<ListedRoutedLink[]> {
  const { where, parameters, order } = inIndex(db.engine, ['app_id', 'id'], [appId], false, before);
  const rows = await db.all<Pick<LinkFields, 'overrides'> & { readonly seq: number }>(
    `select id as seq, ${selected(ROUTED_FIELDS)} from links
     where ${where} order by ${order} limit ?`,
    [...parameters, limit],
  );
  return rows.map((row) => {
    const link = readFields(row, ROUTED_FIELDS);
    return { ...link, overrides: link.overrides ?? {} };
  });
}

const OVERRIDE_FIELDS = ['code', 'overrides'] as const;

/** The routes of the requests that created these links, by code. */
export async function loadOverrides(
  db: Reader,
  codes: readonly string[],
): Promise<ReadonlyMap<string, RoutedLink['overrides']>> {
  const [some, list] = amongCodes(db.engine, codes);
  const rows = await db.all<object>(
    `select ${selected(OVERRIDE_FIELDS)} from links where code ${some}`,
    [list],
  );
  return new Map(
    rows.map((row) => {
      const { code, overrides } = readFields(row, OVERRIDE_FIELDS);
      return [code, overrides ?? {}];
    }),
  );
}
