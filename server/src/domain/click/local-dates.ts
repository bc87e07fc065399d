import { DAY_MS } from './slots.ts';
import { firstTimeAt, type TimeZone } from './time-zone.ts';

// Dates in a time zone. A local time is what a clock shows, as if it were UTC.

/** Clocks differ less than this from UTC, with a day on each side of a date. */
export const MARGIN_MS = 2 * DAY_MS;

export function dateStart(zone: TimeZone, local: number): number {
  return firstTimeAt(zone.segments(local - MARGIN_MS, local + MARGIN_MS), local);
}

export function midnight(local: number): number {
  return Math.floor(local / DAY_MS) * DAY_MS;
}

/** The local time; at the first time of a date its midnight, also if the clocks skip it. */
export function localOf(zone: TimeZone, at: number): number {
  const local = zone.localOf(at);
  const date = midnight(local);
  return local !== date && dateStart(zone, date) === at ? date : local;
}

/** The number of whole months between two local times; 0 if there are other days. */
export function monthsBetween(first: number, end: number): number {
  const [a, b] = [new Date(first), new Date(end)];
  const isStart = [a, b].every((date) => date.getTime() === monthsBefore(date.getTime(), 0));
  if (!isStart) return 0;
  return (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
}

/** The start of the month that is so many months before that of a local time. */
export function monthsBefore(local: number, months: number): number {
  const date = new Date(local);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months);
}
