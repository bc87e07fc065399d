import { countedDaysOf, type Days } from '../../domain/click/counted-days.ts';
import { addSteps, NO_STEPS } from '../../domain/click/funnel.ts';
import { datesOf, type PeriodRequest } from '../../domain/click/period.ts';
import { pointer } from '../../domain/text/issue.ts';
import { isCode } from '../../domain/link/code.ts';
import { refuse } from '../../problem.ts';
import type { LinkSums } from '../../storage/clicks/click-reader.ts';
import type { Context } from '../context.ts';
import { periodOf, settledClicks } from './clicks-of.ts';

/** The longest period, in dates; the current UTC day can be counted in addition. */
export const MAX_LINK_DAYS = 400;

export interface LinkClicks extends LinkSums {
  /** The clicks of each day. */
  readonly days: readonly number[];
}

export interface TopLinks extends Days {
  readonly links: readonly LinkClicks[];
}

/**
 * The links of an app with the most clicks of people, or these codes in their order. A code without clicks in the app has
 * zeros.
 * @throws `clicks_off`, `validation_failed`
 */
export async function topLinks(
  ctx: Context,
  appId: string,
  request: PeriodRequest,
  wanted: { readonly top: number } | { readonly codes: readonly string[] },
): Promise<TopLinks> {
  const clicks = await settledClicks(ctx);
  const { first, last } = linkDaysOf(ctx, request);
  const links = 'top' in wanted ? wanted : { codes: wanted.codes.filter(isCode) };
  const rows = await clicks.reader.linkDays({ app: appId, days: [first, last + 1], links });
  const none = (code: string) => {
    const days = Array.from({ length: last - first + 1 }, () => 0);
    return { code, clicks: 0, visitors: 0, days, ...NO_STEPS };
  };
  const codes = 'codes' in wanted ? wanted.codes : [];
  const found = new Map(codes.map((code) => [code, none(code)]));
  for (const row of rows) {
    const link = found.get(row.code) ?? none(row.code);
    found.set(row.code, link);
    link.clicks += row.clicks;
    link.visitors += row.visitors;
    link.days[row.day - first] = row.clicks;
    Object.assign(link, addSteps(link, row));
  }
  const all = [...found.values()];
  if ('top' in wanted) {
    all.sort((a, b) => b.clicks - a.clicks || b.opened - a.opened || (a.code < b.code ? -1 : 1));
  }
  return { first, last, links: all };
}

/**
 * The UTC days that are counted for a period.
 * @throws `validation_failed`
 */
export function linkDaysOf(ctx: Context, request: PeriodRequest): Days {
  const period = periodOf(ctx, request);
  const { first, last } = datesOf(period);
  if (last - first >= MAX_LINK_DAYS) {
    const detail = `must be at most ${MAX_LINK_DAYS} days before "to"`;
    refuse([{ pointer: pointer('query', 'from'), detail }]);
  }
  return countedDaysOf(period);
}
