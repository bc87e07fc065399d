import type { Link } from '../../api/types.ts';
import { links as linksTexts } from '../../texts/links.ts';
import { localTime, utcTime, WRONG_TIME } from '../../lib/local-time.ts';
import { roundedSpan } from '../../lib/time.ts';

export const VALIDITY_FIELDS = ['valid_from', 'valid_until', 'early_url', 'expired_url'] as const;
export type ValidityField = (typeof VALIDITY_FIELDS)[number];
/** The fields of the validity, as they are typed: times are local, empty is none. */
export type ValidityValues = Readonly<Record<ValidityField, string>>;

export const NO_VALIDITY: ValidityValues = {
  valid_from: '',
  valid_until: '',
  early_url: '',
  expired_url: '',
};

export function validityOf(link: Link): ValidityValues {
  return {
    valid_from: localTime(link.valid_from),
    valid_until: localTime(link.valid_until),
    early_url: link.early_url ?? '',
    expired_url: link.expired_url ?? '',
  };
}

/** Are the times complete? If not, their fields show why they cannot be sent. */
export function hasCompleteTimes({ valid_from, valid_until }: ValidityValues): boolean {
  return valid_from !== WRONG_TIME && valid_until !== WRONG_TIME;
}

/** The value of a field in a request; null: none. */
export function sentValidity(values: ValidityValues, field: ValidityField): string | null {
  const text = values[field].trim();
  if (text === '') return null;
  return field === 'valid_from' || field === 'valid_until' ? utcTime(text) : text;
}

const SOON_MS = 7 * 86_400_000;

/** What a badge says about the validity; undefined: there is nothing to say. `now`: milliseconds since 1970. */
export function validityMark(
  { validity, valid_until: until }: Pick<Link, 'validity' | 'valid_until'>,
  now: number,
): { readonly text: string; readonly color: string } | undefined {
  if (validity === 'scheduled') return { text: linksTexts.validity.scheduled, color: 'blue' };
  const left = until === null ? Infinity : Date.parse(until) - now;
  // A list can be open for longer than its links are valid.
  if (validity === 'expired' || left <= 0)
    return { text: linksTexts.validity.expired, color: 'red' };
  return left < SOON_MS
    ? { text: linksTexts.validity.soon(...roundedSpan(left / 1000)), color: 'orange' }
    : undefined;
}
