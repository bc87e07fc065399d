import { LRUCache } from 'lru-cache';
import { dayOf } from '../../domain/click/slots.ts';
import type { RankedLink } from '../../storage/clicks/click-reader.ts';
import { settledClicks } from '../clicks/clicks-of.ts';
import type { Context } from '../context.ts';

/** The links that are in the order of their clicks; all others follow by their age. */
export const MAX_RANKED = 1000;
/** A ranking has up to 60 KB. */
const MAX_RANKINGS = 100;
const MAX_AGE_MS = 5 * 60_000;

/**
 * The links of an app with the most clicks of people in the last days, including today, by UTC days.
 * @throws `clicks_off`
 */
export type ClickRanking = (
  appId: string,
  days: number,
  isFirstPage: boolean,
) => Promise<readonly RankedLink[]>;

/**
 * The order of links by their clicks. The first page of a list gets a new one; the pages after it use the same one,
 * as long as they come to the same process: they are then faster and show no link twice.
 */
export function clickRanking(ctx: Context): ClickRanking {
  const rankings = new LRUCache<string, readonly RankedLink[]>({
    max: MAX_RANKINGS,
    ttl: MAX_AGE_MS,
  });
  return async (appId, days, isFirstPage) => {
    const key = `${appId} ${days}`;
    const known = isFirstPage ? undefined : rankings.get(key);
    if (known) return known;
    const { reader } = await settledClicks(ctx);
    const end = dayOf(ctx.now()) + 1;
    const query = { app: appId, days: [end - days, end], limit: MAX_RANKED } as const;
    const ranked = (await reader.rankedLinks(query)).toSorted(byClicks);
    rankings.set(key, ranked);
    return ranked;
  };
}

/** The most clicks first; the same order of equal ones on every engine. */
function byClicks(a: RankedLink, b: RankedLink): number {
  return b.clicks - a.clicks || (a.code < b.code ? -1 : 1);
}
