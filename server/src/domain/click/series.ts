import { countedDaysOf } from './counted-days.ts';
import type { Period } from './period.ts';
import { DAY_MS, slotOf } from './slots.ts';

/** Clicks and visitors are people; `other` are the clicks of all others. */
export const COUNTS = ['clicks', 'visitors', 'other'] as const;
export type Counts = Readonly<Record<(typeof COUNTS)[number], number>>;
export const NO_COUNTS: Counts = { clicks: 0, visitors: 0, other: 0 };

/** A point of a series. `start`: milliseconds since 1970-01-01 UTC. */
export interface Point extends Counts {
  readonly start: number;
}

/** From a whole number to another one, which is not included. */
export type Range = readonly [start: number, stop: number];

/** What clicks are counted by: UTC quarter-hours, UTC days, or milliseconds of single clicks. */
export type CountedIn = 'slots' | 'days' | 'clicks';

/**
 * The part of the counts that belongs to each point. A date of a time zone gets the UTC day with the same date, and belongs
 * to the point that ends with or within it. The current UTC day belongs to the first or the last point if its date is
 * before or after the period.
 */
export function rangesOf(period: Period, countedIn: CountedIn): Range[] {
  const { starts, to, zone } = period;
  if (countedIn === 'days') {
    const { first, last } = countedDaysOf(period);
    const afterDateOf = (at: number): number => Math.floor(zone.localOf(at - 1) / DAY_MS) + 1;
    return between([first, ...starts.slice(1).map(afterDateOf)], last + 1);
  }
  return countedIn === 'slots' ? between(starts.map(slotOf), slotOf(to)) : between(starts, to);
}

function between(starts: readonly number[], end: number): Range[] {
  return starts.map((start, index) => [start, starts[index + 1] ?? end]);
}

/** All points of a period. `counts`: by the index of the point plus `offset`; a missing one has no clicks. */
export function seriesOf(
  { starts }: Period,
  counts: ReadonlyMap<number, Counts>,
  offset = 0,
): Point[] {
  return starts.map((start, index) => ({ start, ...(counts.get(index + offset) ?? NO_COUNTS) }));
}

export function sumOf(counts: Iterable<Counts>): Counts {
  let [clicks, visitors, other] = [0, 0, 0];
  for (const one of counts) {
    clicks += one.clicks;
    visitors += one.visitors;
    other += one.other;
  }
  return { clicks, visitors, other };
}
