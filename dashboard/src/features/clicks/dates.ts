/** Calendar dates as `YYYY-MM-DD`; the service interprets them in the time zone of the request. */

export const DAY_MS = 86_400_000;

/** The date in a time zone at a time, in milliseconds since 1970-01-01 UTC. */
export function dateIn(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const part = (name: string): string => parts.find(({ type }) => type === name)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  // "2026-02-30" would become a day in March.
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The UTC day of the same date, since 1970-01-01. */
export function utcDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

/** The end of the UTC day of the same date, in milliseconds since 1970-01-01 UTC. */
export function utcDayEnd(date: string): number {
  return (utcDay(date) + 1) * DAY_MS;
}

/** The first day of the month that is `months` after the month of the date. */
export function startOfMonth(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** The number of days, including both dates. */
export function daysIn(from: string, to: string): number {
  return utcDay(to) - utcDay(from) + 1;
}

/** "1 – 3 Mar 2026". */
export function periodName(from: string, to: string): string {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.formatRange(Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`));
}

export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The time zone of the browser; UTC if it does not say. */
export function ownTimeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone && isTimeZone(zone) ? zone : 'UTC';
}
