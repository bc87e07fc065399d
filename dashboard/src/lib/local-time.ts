/** Times in fields of the type `datetime-local`: in the time zone of the browser, to the minute. */

/** `2026-12-24T18:00` of an RFC 3339 time; '' for null. */
export function localTime(time: string | null): string {
  if (time === null) return '';
  const at = new Date(time);
  const two = (part: number): string => String(part).padStart(2, '0');
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The RFC 3339 time of a local one, in UTC; null if it is empty or no time. */
export function utcTime(local: string): string | null {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The name of the time zone, such as `Europe/Berlin`. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
