import { dayOf } from './slots.ts';

/** The day some months before, in UTC; the last one of its month if the month is shorter than this one. */
export function firstKeptDay(now: number, months: number): number {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(date.getUTCDate(), last)));
}

/** So long ago, counts are kept by UTC day only. */
export const HOUR_MONTHS = 13;

/** The first UTC day that is kept by hours. */
export function firstDayWithHours(now: number): number {
  return firstKeptDay(now, HOUR_MONTHS);
}
