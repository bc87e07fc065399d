import { exactCode, parseLinkQuery } from '../../domain/search/link-query.ts';
import { findExternalCode, findUniqueCode, type StoredLink } from '../../storage/links.ts';
import type { LinkFilter } from '../../storage/link-conditions.ts';
import { matchingLinks, scanLinks } from '../../storage/link-list.ts';
import { findSmartlinkBases } from '../apps/find-smartlink-bases.ts';
import type { Context } from '../context.ts';
import type { Page, PageRequest } from '../page.ts';
import { uniqueKeyOf } from './create-link.ts';

/** The conditions of a request. */
export interface TextFilter extends Omit<LinkFilter, 'query'> {
  /** What to look for, as it was typed; undefined: no search. */
  readonly text?: string | undefined;
}

export interface LinkSearch extends TextFilter {
  readonly oldestFirst: boolean;
}

/**
 * Returns a page of the app's links that match. A link whose code, address, external id or unique URI equals
 * the text comes first and needs no search. A page checks a limited number of links, so it can be incomplete
 * without being the last.
 */
export async function listLinks(
  ctx: Context,
  appId: string,
  search: LinkSearch,
  { limit, cursor }: PageRequest,
): Promise<Page<StoredLink>> {
  const exact = (await exactMatches(ctx, appId, search)).slice(0, limit);
  const first = cursor === undefined ? exact : [];
  const { entries, next } = await scanPage(ctx, appId, search, {
    room: limit - first.length,
    from: cursor,
    except: exact.map(({ code }) => code),
  });
  return { entries: [...first, ...entries], next };
}

interface PagePart {
  /** Links that fit into the page. */
  readonly room: number;
  /** Where the previous page ended; undefined: from the beginning. */
  readonly from: number | undefined;
  /** Codes to leave out. */
  readonly except: readonly string[];
}

/** The links of a page that a search finds. */
export async function scanPage(
  ctx: Context,
  appId: string,
  { oldestFirst, ...conditions }: LinkSearch,
  { room, from, except }: PagePart,
): Promise<Page<StoredLink>> {
  const filter = await filterOf(ctx, appId, conditions);
  const scan = { filter, oldestFirst, from, except, limit: room + 1 };
  const { links, end } = await scanLinks(ctx.db, appId, scan);
  const entries = links.slice(0, room).map(({ link }) => link);
  const [last, next] = [links[room - 1], links[room]];
  if (next === undefined) return { entries, next: end ?? null };
  const before = oldestFirst ? next.seq - 1 : next.seq + 1;
  return { entries, next: last?.seq ?? before };
}

/** The conditions with the text as a query. */
export async function filterOf(
  ctx: Context,
  appId: string,
  { text, ...filter }: TextFilter,
): Promise<LinkFilter> {
  if (text === undefined) return filter;
  return { ...filter, query: parseLinkQuery(text, await findSmartlinkBases(ctx, appId)) };
}

/** The links that match and whose code, address, external id or unique URI is the text: they need no search. */
export async function exactMatches(
  ctx: Context,
  appId: string,
  { text, ...filter }: TextFilter,
): Promise<StoredLink[]> {
  if (text === undefined) return [];
  const unique = [false, true].map((platform) => uniqueKeyOf(text, platform));
  const named = await Promise.all([
    findExternalCode(ctx.db, appId, text),
    ...unique.map((key) => findUniqueCode(ctx.db, appId, key)),
  ]);
  const own = exactCode(text, await findSmartlinkBases(ctx, appId));
  const codes = [own, ...named].filter((code) => code !== undefined);
  if (codes.length === 0) return [];
  const found = await matchingLinks(ctx.db, appId, codes, filter);
  return found.toSorted((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code));
}
