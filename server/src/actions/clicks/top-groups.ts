import type { Days } from '../../domain/click/counted-days.ts';
import { addSteps } from '../../domain/click/funnel.ts';
import type { PeriodRequest } from '../../domain/click/period.ts';
import type { LinkSums } from '../../storage/clicks/click-reader.ts';
import { linkGroups, type LinkGroups } from '../../storage/link-groups.ts';
import { yieldToEventLoop } from '../../time-slices.ts';
import type { Context } from '../context.ts';
import { settledClicks } from './clicks-of.ts';
import { linkDaysOf } from './top-links.ts';

/** The most links that are counted: their tags are read from the other database. */
export const MAX_COUNTED_LINKS = 10_000;
const CODES_PER_READ = 500;

/** Links with the same tag or template, together. */
export interface GroupClicks extends Omit<LinkSums, 'code'> {
  readonly name: string;
  /** How many of the links that were counted. A visitor of two of them counts twice. */
  readonly links: number;
}

export interface TopGroups extends Days {
  /** How many links were counted, and whether these are all with clicks, opened apps or redemptions. */
  readonly counted: number;
  readonly isComplete: boolean;
  readonly groups: readonly GroupClicks[];
}

/** Returns the groups of a link; it counts for each of them. */
type GroupsOf = (link: LinkGroups) => readonly string[];

const GROUPS = {
  tags: ({ tags }) => tags,
  templates: ({ template }) => (template === null ? [] : [template]),
} as const satisfies Record<string, GroupsOf>;

/**
 * The tags or templates whose links have the most clicks of people, counted by UTC days. Of an app with more links, those
 * with the most clicks are counted.
 * @throws `clicks_off`, `validation_failed`
 */
export async function topGroups(
  ctx: Context,
  appId: string,
  request: PeriodRequest,
  by: keyof typeof GROUPS,
  limit: number,
): Promise<TopGroups> {
  const clicks = await settledClicks(ctx);
  const { first, last } = linkDaysOf(ctx, request);
  const found = await clicks.reader.linkSums({
    app: appId,
    days: [first, last + 1],
    limit: MAX_COUNTED_LINKS + 1,
  });
  const counted = found.slice(0, MAX_COUNTED_LINKS);
  const sums = new Map<string, GroupClicks>();
  for (let from = 0; from < counted.length; from += CODES_PER_READ) {
    const some = new Map(
      counted.slice(from, from + CODES_PER_READ).map((link) => [link.code, link]),
    );
    for (const link of await linkGroups(ctx.db, appId, [...some.keys()])) {
      await yieldToEventLoop();
      const own = some.get(link.code) ?? NOTHING;
      for (const name of GROUPS[by](link)) {
        sums.set(name, withLink(sums.get(name) ?? { ...NOTHING, name }, own));
      }
    }
  }
  const groups = [...sums.values()].toSorted(
    (a, b) => b.clicks - a.clicks || b.opened - a.opened || (a.name < b.name ? -1 : 1),
  );
  const isComplete = found.length === counted.length;
  return { first, last, counted: counted.length, isComplete, groups: groups.slice(0, limit) };
}

const NOTHING = { links: 0, clicks: 0, visitors: 0, store: 0, opened: 0, redeemed: 0 };

function withLink(sum: GroupClicks, link: Omit<LinkSums, 'code'>): GroupClicks {
  return {
    name: sum.name,
    links: sum.links + 1,
    clicks: sum.clicks + link.clicks,
    visitors: sum.visitors + link.visitors,
    ...addSteps(sum, link),
  };
}
