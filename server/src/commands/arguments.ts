import { InvalidArgumentError } from 'commander';
import { parseJson, type JsonText } from '../domain/text/json.ts';
import { MAX_REDEEM_LIMIT } from '../domain/link/link.ts';

// Readers of option values. What they throw is printed with the name of the option, before the store is
// opened, and the command ends with `EXIT.usage`.

/** A reader of whole numbers from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** How many entries a command lists at most. */
export const entryCount = wholeNumber(1, 1_000_000);

/** A whole number; the rules of the API say which, together with all other errors. */
export function redeemLimit(text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_REDEEM_LIMIT}.`);
}

/** A redeem limit, or `none`. Commander would take null for an empty text. */
export function redeemLimitOrNone(text: string): number | 'none' {
  return text === 'none' ? text : redeemLimit(text);
}

/** The JSON of an option. */
export interface JsonOption {
  readonly value: unknown;
  /** As it was written, without white space around it. */
  readonly text: string;
}

/** Refuses duplicate keys and whatever else the API refuses in JSON. */
export function jsonOption(text: string): JsonOption {
  const parsed = parseJson(text);
  if (!('issue' in parsed)) return { value: parsed.json.value, text: text.trim() };
  const { pointer, detail } = parsed.issue;
  throw new InvalidArgumentError(`${pointer || 'It'} ${detail}.`);
}

/** A request to the API whose `metadata` is kept as it was written. Members that are undefined are left out. */
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

/** `Name: value` as a pair, behind those that came before. */
export function headerLines(
  line: string,
  before: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new InvalidArgumentError('It must be "Name: value".');
  return [...before, [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
}

/** The values of an option that may be repeated. */
export function collected(value: string, before?: readonly string[] | false): readonly string[] {
  return [...(before || []), value];
}
