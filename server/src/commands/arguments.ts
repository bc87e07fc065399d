import { MAX_EXPIRY_DAYS } from '../domain/link/validity.ts';
import { InvalidArgumentError } from 'commander';
import { parseJson, type JsonText } from '../domain/text/json.ts';
import { MAX_REDEEM_LIMIT } from '../domain/link/link.ts';

// Parsers of option values. Commander prints what they throw with the name of the option, before the database
// is opened, and the command ends with `EXIT.usage`.

/** Returns a parser of integers from `least` to `most`. It throws `InvalidArgumentError`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** The maximum number of entries that a command lists. */
export const entryCount = wholeNumber(1, 100_000);
export const expiryDays = wholeNumber(1, MAX_EXPIRY_DAYS);

/**
 * Parses an integer; the API rules check its range, together with all other errors. Throws
 * `InvalidArgumentError`.
 */
export function redeemLimit(text: string): number {
  return integerOf(text, `It must be a whole number from 1 to ${MAX_REDEEM_LIMIT}.`);
}

/**
 * Parses a redemption limit or `none`. Not null for `none`: Commander treats null as an empty text. Throws
 * `InvalidArgumentError`.
 */
export function redeemLimitOrNone(text: string): number | 'none' {
  if (text === 'none') return text;
  return integerOf(text, `It must be a whole number from 1 to ${MAX_REDEEM_LIMIT}, or none.`);
}

function integerOf(text: string, wanted: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(wanted);
}

export interface JsonOption {
  readonly value: unknown;
  /** The text as it was written, without surrounding white space. */
  readonly text: string;
}

/**
 * Parses JSON with the rules of the API, which reject duplicate keys and deep nesting. Throws
 * `InvalidArgumentError`.
 */
export function jsonOption(text: string): JsonOption {
  const parsed = parseJson(text);
  if (!('issue' in parsed)) return { value: parsed.json.value, text: text.trim() };
  const { pointer, detail } = parsed.issue;
  throw new InvalidArgumentError(`${pointer || 'It'} ${detail}.`);
}

/** Builds an API request whose `metadata` is kept as it was written. Undefined fields are omitted. */
export function requestOf(
  request: Readonly<Record<string, unknown>>,
  metadata: JsonOption | undefined,
): JsonText {
  const sent = { ...request, metadata: metadata?.value };
  return {
    value: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
    members: new Map(metadata && [['metadata', metadata.text]]),
  };
}

/** Appends a `Name: value` header line to the previous ones. Throws `InvalidArgumentError`. */
export function headerLines(
  line: string,
  before: readonly (readonly [string, string])[] = [],
): readonly (readonly [string, string])[] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new InvalidArgumentError('It must be "Name: value".');
  return [...before, [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
}

/** Collects the values of an option that can be repeated. */
export function collected(value: string, before?: readonly string[] | false): readonly string[] {
  return [...(before || []), value];
}

/** The options that commands to create and to change a link have in common. */
export interface LinkOptions {
  readonly metadata?: JsonOption;
  readonly name?: string;
  readonly note?: string;
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly earlyUrl?: string;
  readonly expiredUrl?: string;
  readonly rules?: JsonOption;
}

/** The names of options by the fields of a request: `valid_from` is `--valid-from`. */
export function optionNames(...fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field, `--${field.replaceAll('_', '-')}`]));
}

/** The names of these options and of two others, by the field of the request. */
export const LINK_OPTIONS = {
  ...optionNames('metadata', 'redeem_limit', 'rules', 'name', 'note', 'valid_from', 'valid_until'),
  ...optionNames('early_url', 'expired_url'),
  tags: '--tag',
};

/** The name of the argument with a link, as `showLink` refers to it. */
export const LINK_ARGUMENT = { smartlink: '<code>' };
