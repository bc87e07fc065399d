import type { Counts } from './series.ts';

/** The id of an event: all counts since the beginning, so any instance can continue from it. */
export function eventIdOf({ clicks, visitors, other }: Counts): string {
  return `${clicks}-${visitors}-${other}`;
}

/** The counts in an id; undefined if it is not one. */
export function countsOfEventId(id: string | undefined): Counts | undefined {
  const [, clicks, visitors, other] = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(id ?? '') ?? [];
  if (clicks === undefined) return undefined;
  return { clicks: Number(clicks), visitors: Number(visitors), other: Number(other) };
}

/** What was counted between two times. Counts never decrease, unless they are from another store. */
export function countedSince(before: Counts, now: Counts): Counts {
  return {
    clicks: Math.max(0, now.clicks - before.clicks),
    visitors: Math.max(0, now.visitors - before.visitors),
    other: Math.max(0, now.other - before.other),
  };
}

export function areEqualCounts(a: Counts, b: Counts): boolean {
  return a.clicks === b.clicks && a.visitors === b.visitors && a.other === b.other;
}
