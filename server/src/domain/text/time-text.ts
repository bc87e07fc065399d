import type { TString } from 'typebox';
import { patternText } from './shapes.ts';

const RFC_3339 =
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$';

const FORMAT = new RegExp(RFC_3339);

/** A time in a request; read it with `parseTime`. */
export const timeText = (description: string): TString =>
  patternText(
    RFC_3339,
    'must be a time with its offset from UTC, such as "2026-12-24T18:00:00+01:00" or "2026-12-24T17:00:00Z"',
    { description, examples: ['2026-12-24T18:00:00+01:00'] },
  );

/** The error that the pattern cannot detect; completes "the field …". */
export function timeIssue(text: string): string | undefined {
  const isMissing = FORMAT.test(text) && parseTime(text) === undefined;
  return isMissing ? 'is a date that does not exist' : undefined;
}

/** Milliseconds since 1970-01-01 UTC; undefined if it is no time of RFC 3339 or its date does not exist. */
export function parseTime(text: string): number | undefined {
  if (!FORMAT.test(text)) return undefined;
  const upper = text.toUpperCase();
  const at = Date.parse(upper);
  const [date = ''] = upper.split('T');
  // JavaScript reads 30 February as 2 March.
  const isReal = new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
  return isReal && !Number.isNaN(at) ? at : undefined;
}
