/** Times in fields of the type `datetime-local`: in the time zone of the browser. Seconds are left out if they are 0. */

/** Stands for text that is no time, such as a date without an hour. No request can contain it. */
export const WRONG_TIME = 'wrong';

/** `2026-12-24T18:00` of an RFC 3339 time; '' for null. What is no time stays as it is. */
export function localTime(time: string | null): string {
  if (time === null) return '';
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return time;
  const two = (part: number): string => String(part).padStart(2, '0');
  const date = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const [seconds, ms] = [at.getSeconds(), at.getMilliseconds()];
  const fraction = ms === 0 ? '' : `.${String(ms).padStart(3, '0')}`;
  const rest = seconds === 0 && ms === 0 ? '' : `:${two(seconds)}${fraction}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}${rest}`;
}

/** The RFC 3339 time of a local one, in UTC; null for ''. What is no time stays as it is: it never becomes "none". */
export function utcTime(local: string): string | null {
  if (local === '') return null;
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

/** The name of the time zone, such as `Europe/Berlin`. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
