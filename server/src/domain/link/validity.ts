import { Type } from 'typebox';
import { issueAt, issueIf, type Issue } from '../text/issue.ts';
import { uriText } from '../text/shapes.ts';
import { parseTime, timeIssue, timeText } from '../text/time-text.ts';
import type { OwnAddresses } from './own-address.ts';
import { webAddressIssue } from './route.ts';

/** When a link is valid: from `validFrom` until just before `validUntil`, in milliseconds since 1970-01-01 UTC. */
export interface Validity {
  /** Null: from the beginning. */
  readonly validFrom: number | null;
  /** Null: without an end. */
  readonly validUntil: number | null;
}

/** The validity of a link, and where visitors go before and after it; null: a page says that the link is not valid. */
export interface ValidityFields extends Validity {
  readonly earlyUrl: string | null;
  readonly expiredUrl: string | null;
}

/** Other times have no text in RFC 3339. */
const FIRST_TIME = Date.parse('0000-01-01T00:00:00Z');
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** Ten years of 365 days. */
export const MAX_VALID_SECONDS = 315_360_000;

/** Until when a link is valid whose request does not say it. `validForSeconds` undefined: without an end. */
export function defaultValidUntil(
  validForSeconds: number | undefined,
  validFrom: number | null,
  now: number,
): number | null {
  if (validForSeconds === undefined) return null;
  return Math.min(Math.max(now, validFrom ?? now) + validForSeconds * 1000, LAST_TIME);
}

export const VALIDITY_PHASES = ['scheduled', 'valid', 'expired'] as const;
export type ValidityPhase = (typeof VALIDITY_PHASES)[number];

export function phaseAt({ validFrom, validUntil }: Validity, now: number): ValidityPhase {
  if (validUntil !== null && now >= validUntil) return 'expired';
  return validFrom !== null && now < validFrom ? 'scheduled' : 'valid';
}

/** When the phase changes next; `Infinity`: never. */
export function nextPhaseAt({ validFrom, validUntil }: Validity, now: number): number {
  if (validFrom !== null && now < validFrom) return validFrom;
  return validUntil !== null && now < validUntil ? validUntil : Infinity;
}

/** From just after `after` until `until`, in milliseconds since 1970-01-01 UTC. */
export interface ExpiryPeriod {
  readonly after: number;
  readonly until: number;
}

export const MAX_EXPIRY_DAYS = 3650;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The period in which links end that expire within some days; undefined: no condition. */
export function expiryPeriod(days: number | undefined, now: number): ExpiryPeriod | undefined {
  return days === undefined ? undefined : { after: now, until: now + days * DAY_MS };
}

/** Why a link cannot be used now, for people: `expired at 2026-11-22T00:00:00.000Z`; undefined: it can be. */
export function invalidReason(validity: Validity, now: number): string | undefined {
  const text = (at: number | null): string => new Date(at ?? 0).toISOString();
  switch (phaseAt(validity, now)) {
    case 'scheduled':
      return `is not valid before ${text(validity.validFrom)}`;
    case 'expired':
      return `expired at ${text(validity.validUntil)}`;
    case 'valid':
      return undefined;
  }
}

export const ValidFromSchema = timeText(
  'The link works from this time on. RFC 3339, with an offset.',
);
export const ValidUntilSchema = timeText(
  'The link works until just before this time. RFC 3339, with an offset.',
);
export const EarlyUrlSchema = uriText(
  'The web address for visits before `valid_from`. Without it, a page says that the link is not available yet.',
);
export const ExpiredUrlSchema = uriText(
  'The web address for visits from `valid_until` on. Without it, a page says that the link has expired.',
);

/** A condition of lists of links. */
export const ExpiresWithinSchema = Type.Integer({
  minimum: 1,
  maximum: MAX_EXPIRY_DAYS,
  description:
    'Links whose `valid_until` is in the next days, this many of 24 hours each. With `state=active`, without those that are disabled.',
});

/** The fields of a request, by their names in the API. */
export const VALIDITY_PROPERTIES = {
  valid_from: Type.Optional(ValidFromSchema),
  valid_until: Type.Optional(ValidUntilSchema),
  early_url: Type.Optional(EarlyUrlSchema),
  expired_url: Type.Optional(ExpiredUrlSchema),
};

type ValidityRequest = { readonly [Field in keyof typeof VALIDITY_PROPERTIES]?: unknown };

/** The members of a request; an omitted one is undefined, and null removes a value. */
export type ValidityEdit = {
  readonly [Field in keyof ValidityFields]: ValidityFields[Field] | undefined;
};

/** Reads the fields of a request. `issues`: the errors that the schemas cannot detect. */
export function readValidity(
  request: ValidityRequest,
  own: OwnAddresses | undefined,
): { readonly edit: ValidityEdit; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const timeOf = (field: 'valid_from' | 'valid_until'): number | null | undefined => {
    const text = request[field];
    if (typeof text !== 'string') return text === null ? null : undefined;
    const at = parseTime(text);
    const isOutside = at !== undefined && (at < FIRST_TIME || at > LAST_TIME);
    const detail = isOutside ? 'must be in the years 0000 to 9999 of UTC' : timeIssue(text);
    issues.push(...issueAt(`/${field}`, detail));
    return at;
  };
  const addressOf = (field: 'early_url' | 'expired_url'): string | null | undefined => {
    const text = request[field];
    if (typeof text !== 'string') return text === null ? null : undefined;
    if (text !== '') issues.push(...issueAt(`/${field}`, webAddressIssue(text, own)));
    return text;
  };
  const edit = {
    validFrom: timeOf('valid_from'),
    validUntil: timeOf('valid_until'),
    earlyUrl: addressOf('early_url'),
    expiredUrl: addressOf('expired_url'),
  };
  return { edit, issues };
}

/** The error of times that leave no moment at which the link is valid. */
export function validityIssues({ validFrom, validUntil }: Validity): Issue[] {
  const isWrong = validFrom !== null && validUntil !== null && validFrom >= validUntil;
  return issueIf(isWrong, '/valid_until', 'must be later than valid_from');
}
