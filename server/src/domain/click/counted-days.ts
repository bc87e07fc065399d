import { datesOf, type Period } from './period.ts';

/** UTC days since 1970-01-01. Both are included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/**
 * What is counted by days for a period: the UTC days with its dates, and the current one until the period is over. Where
 * clocks are behind UTC, the current UTC day can already be that of tomorrow; where they are ahead, it can be that of
 * yesterday. Without it, the newest clicks would not be counted.
 */
export function countedDaysOf(period: Period): Days {
  const { first, last } = datesOf(period);
  const { currentDay = first } = period;
  return { first: Math.min(first, currentDay), last: Math.max(last, currentDay) };
}
