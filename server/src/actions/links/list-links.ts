import { codeIn, isCode } from '../../domain/link/code.ts';
import { findLink, findUniqueCode, type StoredLink } from '../../storage/links.ts';
import { scanLinks, type LinkFilter, type ListedLink } from '../../storage/link-list.ts';
import type { Context } from '../context.ts';
import type { Page, PageRequest } from '../page.ts';
import { uniqueKeyOf } from './create-link.ts';

export interface LinkSearch extends LinkFilter {
  readonly oldestFirst: boolean;
}

/**
 * Returns a page of the app's links that match. A link whose code, address or unique URI equals the text
 * comes first and needs no search. A page checks a limited number of links, so it can be incomplete
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
  search: LinkSearch,
  { room, from, except }: PagePart,
): Promise<Page<StoredLink>> {
  const { oldestFirst } = search;
  const scan = { filter: search, oldestFirst, from, except, limit: room + 1 };
  const { links, end } = await scanLinks(ctx.db, appId, scan);
  const entries = links.slice(0, room).map(withoutPosition);
  const [last, next] = [links[room - 1], links[room]];
  if (next === undefined) return { entries, next: end ?? null };
  const before = search.oldestFirst ? next.seq - 1 : next.seq + 1;
  return { entries, next: last?.seq ?? before };
}

function withoutPosition(listed: ListedLink): StoredLink {
  const { seq: _, ...link } = listed;
  return link;
}

/** The links that match and that the text of the search names: they need no search. */
export async function exactMatches(
  ctx: Context,
  appId: string,
  filter: LinkFilter,
): Promise<StoredLink[]> {
  const exact = filter.text === undefined ? [] : await findExact(ctx, appId, filter.text);
  return exact.filter((link) => matches(link, filter));
}

/** Finds the links whose code, address or unique URI is the text, by an index. */
async function findExact(ctx: Context, appId: string, text: string): Promise<StoredLink[]> {
  const own = text.startsWith(`${ctx.own().smartlinkBase}/`) ? codeIn(text) : text;
  const unique = [false, true].map((platform) => uniqueKeyOf(text, platform));
  const codes = await Promise.all(unique.map((key) => findUniqueCode(ctx.db, appId, key)));
  const found: StoredLink[] = [];
  for (const code of new Set([own, ...codes])) {
    const link = code !== undefined && isCode(code) ? await findLink(ctx.db, code) : undefined;
    if (link?.appId === appId) found.push(link);
  }
  return found;
}

function matches(link: StoredLink, { state, tag, template, unique }: LinkFilter): boolean {
  return (
    (state === undefined ? link.state !== 'deleted' : link.state === state) &&
    (tag === undefined || link.tags.includes(tag)) &&
    (template === undefined || link.template === template) &&
    (unique === undefined || link.unique === unique)
  );
}
