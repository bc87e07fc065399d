import { isRecord, kindOf } from '../text/json-value.ts';
import { isMultipleOf } from './multiple-of.ts';

/** A keyword with a number that limits values. */
interface Limit {
  /** What is wrong with the number; completes "the keyword …". */
  readonly issueOf: (limit: unknown) => string | undefined;
  /** What is limited of a value; undefined: the keyword is not about values of this type. */
  readonly measure: (value: unknown) => number | undefined;
  readonly holds: (found: number, limit: number) => boolean;
  /** The error of a value, for members and server tokens. */
  readonly text: (limit: number) => string;
  /** The same for holders of public tokens: without the limit. */
  readonly publicText: string;
}

type Holds = Limit['holds'];
type Measure = Limit['measure'];

const atLeast: Holds = (found, limit) => found >= limit;
const atMost: Holds = (found, limit) => found <= limit;
const more: Holds = (found, limit) => found > limit;
const less: Holds = (found, limit) => found < limit;

// A pair of surrogates is one character.
const characters: Measure = (value) =>
  typeof value === 'string' ? Array.from(value).length : undefined;
const entries: Measure = (value) => (Array.isArray(value) ? value.length : undefined);
const keys: Measure = (value) => (isRecord(value) ? Object.keys(value).length : undefined);

/** In the order in which errors are reported. */
export const LIMITS = {
  minimum: ofNumbers('at least', atLeast, 'is too small'),
  maximum: ofNumbers('at most', atMost, 'is too large'),
  exclusiveMinimum: ofNumbers('more than', more, 'is too small'),
  exclusiveMaximum: ofNumbers('less than', less, 'is too large'),
  multipleOf: {
    ...ofNumbers('a multiple of', isMultipleOf, 'is not a multiple of the required number'),
    issueOf: (step) => numberIssue(step) ?? (Number(step) > 0 ? undefined : 'must be more than 0'),
  },
  minLength: ofSizes(characters, 'at least', 'character', atLeast, 'is too short'),
  maxLength: ofSizes(characters, 'at most', 'character', atMost, 'is too long'),
  minItems: ofSizes(entries, 'at least', 'entry', atLeast, 'has too few entries'),
  maxItems: ofSizes(entries, 'at most', 'entry', atMost, 'has too many entries'),
  minProperties: ofSizes(keys, 'at least', 'key', atLeast, 'has too few keys'),
  maxProperties: ofSizes(keys, 'at most', 'key', atMost, 'has too many keys'),
} satisfies Readonly<Record<string, Limit>>;

export type LimitKeyword = keyof typeof LIMITS;
export const LIMIT_KEYWORDS = Object.keys(LIMITS) as LimitKeyword[];

function ofNumbers(what: string, holds: Holds, publicText: string): Limit {
  const measure: Measure = (value) => (typeof value === 'number' ? value : undefined);
  const text = (limit: number): string => `must be ${what} ${limit}`;
  return { issueOf: numberIssue, measure, holds, text, publicText };
}

function ofSizes(
  measure: Measure,
  what: string,
  one: string,
  holds: Holds,
  publicText: string,
): Limit {
  const many = one === 'entry' ? 'entries' : `${one}s`;
  const text = (limit: number): string => `must have ${what} ${limit} ${limit === 1 ? one : many}`;
  return { issueOf: countIssue, measure, holds, text, publicText };
}

function numberIssue(value: unknown): string | undefined {
  return Number.isFinite(value) ? undefined : `must be a number, not ${kindOf(value)}`;
}

function countIssue(value: unknown): string | undefined {
  const isCount = Number.isSafeInteger(value) && Number(value) >= 0;
  return isCount ? undefined : 'must be a whole number from 0';
}
