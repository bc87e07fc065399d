import { AdaptiveBatchSize } from '../../storage/adaptive-batch-size.ts';
import type { RankedLink } from '../../storage/clicks/click-reader.ts';
import type { LinkFilter } from '../../storage/link-conditions.ts';
import { matchingLinks } from '../../storage/link-list.ts';
import type { StoredLink } from '../../storage/links.ts';
import type { Context } from '../context.ts';
import type { ClickRanking } from './click-ranking.ts';
import { exactMatches, filterOf, scanPage, type TextFilter } from './list-links.ts';

/** Where a page ended: at a link of the ranking, or among the others. */
export type RankCursor = RankedLink | { readonly seq: number };

/** A page, and the cursor of the next one; null on the last page. */
export interface RankedPage {
  readonly entries: readonly StoredLink[];
  readonly next: RankCursor | null;
}

interface RankedRequest {
  readonly limit: number;
  readonly cursor: RankCursor | undefined;
  /** The days whose clicks count, including today. */
  readonly days: number;
}

/**
 * Returns a page of the app's links that match: first those with the most clicks of people, then the others, newest
 * first. Links that the text names exactly come before all of them.
 * @throws `clicks_off`
 */
export async function listLinksByClicks(
  ctx: Context,
  ranking: ClickRanking,
  appId: string,
  filter: TextFilter,
  { limit, cursor, days }: RankedRequest,
): Promise<RankedPage> {
  const exact = (await exactMatches(ctx, appId, filter)).slice(0, limit);
  const ranked = await ranking(appId, days, cursor === undefined);
  const entries = cursor === undefined ? [...exact] : [];
  const named = exact.map(({ code }) => code);
  if (cursor === undefined || 'clicks' in cursor) {
    const left = ranked.filter((link) => isBehind(link, cursor) && !named.includes(link.code));
    const room = limit - entries.length;
    if (room === 0) return { entries, next: BEFORE_ALL };
    const found = await firstMatches(ctx, appId, await filterOf(ctx, appId, filter), left, room);
    entries.push(...found.links);
    if (found.last) return { entries, next: found.last };
  }
  const rest = await scanPage(
    ctx,
    appId,
    { ...filter, oldestFirst: false },
    {
      room: limit - entries.length,
      from: cursor && 'seq' in cursor ? cursor.seq : undefined,
      except: [...named, ...ranked.map(({ code }) => code)],
    },
  );
  entries.push(...rest.entries);
  return { entries, next: rest.next === null ? null : { seq: rest.next } };
}

/** The exact matches filled the first page. */
const BEFORE_ALL: RankCursor = { clicks: 999_999_999_999_999, code: '0000' };

function isBehind({ clicks, code }: RankedLink, cursor: RankCursor | undefined): boolean {
  if (cursor === undefined || !('clicks' in cursor)) return true;
  return clicks < cursor.clicks || (clicks === cursor.clicks && code > cursor.code);
}

/** The first links of a ranking that match. `last`: the last one, if there is no room for more. */
async function firstMatches(
  { db }: Context,
  appId: string,
  filter: LinkFilter,
  ranked: readonly RankedLink[],
  room: number,
): Promise<{ readonly links: StoredLink[]; readonly last: RankedLink | undefined }> {
  const links: StoredLink[] = [];
  const batch = new AdaptiveBatchSize(db.engine, { first: 2 * room, firstOnSqlite: 25, max: 100 });
  for (let next = 0; next < ranked.length;) {
    const some = ranked.slice(next, next + batch.rows);
    next += some.length;
    const codes = some.map(({ code }) => code);
    const read = await batch.read(() => matchingLinks(db, appId, codes, filter));
    const found = new Map(read.map((link) => [link.code, link]));
    for (const one of some) {
      const link = found.get(one.code);
      if (link) links.push(link);
      if (links.length === room) return { links, last: one };
    }
  }
  return { links, last: undefined };
}
