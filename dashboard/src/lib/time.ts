import { shared } from '../texts/shared.ts';

/** The service sends times as RFC 3339 in UTC; they are shown in the local time zone. */
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
// Not "tomorrow": 20 hours are less than a day, but can end on the next date or the one after it.
const AGO = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });

const [MINUTE, HOUR, DAY_SECONDS] = [60, 3600, 86_400];
const RECENT_SECONDS = 7 * DAY_SECONDS;

export function fullTime(time: string): string {
  return FULL.format(new Date(time));
}

/** A span of time in the largest unit of which it has at least one when it is rounded: 59.8 minutes are an hour. */
export function roundedSpan(seconds: number): [count: number, unit: 'minute' | 'hour' | 'day'] {
  const [minutes, hours] = [Math.round(seconds / MINUTE), Math.round(seconds / HOUR)];
  if (minutes < 60) return [minutes, 'minute'];
  return hours < 24 ? [hours, 'hour'] : [Math.round(seconds / DAY_SECONDS), 'day'];
}

/** "3 hours ago" or "in 3 hours" within a week, otherwise the date. */
export function shortTime(time: string, now: number): string {
  const seconds = (Date.parse(time) - now) / 1000;
  const span = Math.abs(seconds);
  if (span > RECENT_SECONDS) return DAY.format(new Date(time));
  if (span < MINUTE) return shared.justNow;
  const [count, unit] = roundedSpan(span);
  return AGO.format(seconds < 0 ? -count : count, unit);
}

/** The time of something that is still to happen; if it is late, it happens now. */
export function plannedTime(time: string, now: number): string {
  const ms = Date.parse(time) - now;
  if (ms <= 0) return shared.now;
  return ms < 60_000 ? shared.soon : shortTime(time, now);
}
