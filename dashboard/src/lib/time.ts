import { shared } from '../texts/shared.ts';

/** The service sends times as RFC 3339 in UTC; they are shown in the local time zone. */
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const AGO = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const STEPS: readonly [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const RECENT_SECONDS = 7 * 86_400;

export function fullTime(time: string): string {
  return FULL.format(new Date(time));
}

/** "3 hours ago" or "in 3 hours" within a week, otherwise the date. */
export function shortTime(time: string, now: number): string {
  const seconds = (Date.parse(time) - now) / 1000;
  if (Math.abs(seconds) > RECENT_SECONDS) return DAY.format(new Date(time));
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  if (step === undefined) return shared.justNow;
  const [unit, size] = step;
  return AGO.format(Math.round(seconds / size), unit);
}

/** The time of something that is still to happen; if it is late, it happens now. */
export function plannedTime(time: string, now: number): string {
  const ms = Date.parse(time) - now;
  if (ms <= 0) return shared.now;
  return ms < 60_000 ? shared.soon : shortTime(time, now);
}
