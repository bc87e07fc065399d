import { shared } from '../texts/shared.ts';

/** Times come as RFC 3339 in UTC; people read them in their own zone. */
const WHOLE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const AGO = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const STEPS: readonly [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const RECENT_SECONDS = 7 * 86_400;

export function wholeTime(time: string): string {
  return WHOLE.format(new Date(time));
}

/** "3 hours ago" within a week, else the day. */
export function shortTime(time: string, now: number): string {
  const seconds = (Date.parse(time) - now) / 1000;
  if (Math.abs(seconds) > RECENT_SECONDS) return DAY.format(new Date(time));
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  if (step === undefined) return shared.justNow;
  const [unit, size] = step;
  return AGO.format(Math.round(seconds / size), unit);
}
