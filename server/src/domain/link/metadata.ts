import { Type } from 'typebox';
import { MAX_ISSUES, MAX_POINTERS_LENGTH, pointer, type Issue } from '../text/issue.ts';
import { numbersThatChange, type ChangedNumber } from '../text/json-number.ts';
import { isRecord, kindOf } from '../text/json-value.ts';

export const MAX_METADATA_BYTES = 16 * 1024;
export const MAX_METADATA_DEPTH = 32;
export const MAX_METADATA_KEYS = 1000;

const REFUSED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Metadata of a link. The schema describes the shape for readers and tools. `metadataIssues` checks the
 * complete rule, which a schema cannot express (bytes, depth, numbers that a double can keep).
 */
export const MetadataSchema = Type.Unsafe<Record<string, unknown>>({
  $id: 'Metadata',
  type: 'object',
  description:
    'Custom data. Values are strings, numbers or arrays; elements of arrays are strings, numbers, arrays, or objects with the same rules. ' +
    'Up to 16 KiB of JSON text, 32 levels, 1,000 keys. Whole numbers within ±9007199254740991; fractions that a double-precision number represents (up to 15 digits are always allowed).',
  maxProperties: MAX_METADATA_KEYS,
  propertyNames: { not: { enum: [...REFUSED_KEYS] } },
  additionalProperties: { $ref: 'MetadataValue#' },
});

export const MetadataValueSchema = Type.Unsafe<unknown>({
  $id: 'MetadataValue',
  type: ['string', 'number', 'array'],
  items: { $ref: 'MetadataElement#' },
});

/**
 * The schema describes an array within an array with `if`, not `items`: in the TypeScript that is generated
 * from the document, a type cannot refer to itself as the element of its own array. Linters require `items`
 * beside `array`.
 */
export const MetadataElementSchema = Type.Unsafe<unknown>({
  $id: 'MetadataElement',
  type: ['string', 'number', 'array', 'object'],
  items: {},
  if: { type: 'array', items: {} },
  // `then` is a keyword of JSON Schema; a schema is never awaited.
  then: { items: { $ref: 'MetadataElement#' } }, // oxlint-disable-line unicorn/no-thenable
  propertyNames: { not: { enum: [...REFUSED_KEYS] } },
  additionalProperties: { $ref: 'MetadataValue#' },
});

/**
 * Returns all errors of `value` as metadata, or the first ones if they are many or their pointers long; `text` is its JSON
 * source. What is too large is not looked at. Metadata is never modified: what cannot be returned exactly as it was sent is
 * rejected.
 */
export function metadataIssues(value: unknown, text: string, at: string): Issue[] {
  if (!isRecord(value)) {
    return [{ pointer: at, detail: `must be an object, not ${kindOf(value)}` }];
  }
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_METADATA_BYTES) {
    return [{ pointer: at, detail: `is ${bytes} bytes of JSON; at most ${MAX_METADATA_BYTES}` }];
  }
  const issues: Issue[] = [];
  const walk = { keys: 0, length: 0, issues };
  walkObject(value, at, 1, walk);
  if (!isFull(walk)) addChangedNumbers(walk, numbersThatChange(text, at), at);
  if (walk.keys > MAX_METADATA_KEYS) {
    issues.push({ pointer: at, detail: `has ${walk.keys} keys; at most ${MAX_METADATA_KEYS}` });
  }
  return issues;
}

interface Walk {
  keys: number;
  /** The characters of all pointers. */
  length: number;
  readonly issues: Issue[];
}

function isFull({ issues, length }: Walk): boolean {
  return issues.length >= MAX_ISSUES || length > MAX_POINTERS_LENGTH;
}

function report(walk: Walk, at: string, detail: string | undefined): void {
  if (detail === undefined) return;
  walk.length += at.length;
  walk.issues.push({ pointer: at, detail });
}

/**
 * Adds an error for each number that would lose digits, unless it or what contains it has one. To look up each number by its
 * pointer would take too long: one long key can be above thousands of them.
 */
function addChangedNumbers(walk: Walk, changed: readonly ChangedNumber[], at: string): void {
  const known = walk.issues.map((issue) => issue.pointer).filter((place) => place !== at);
  const within = known.map((place) => `${place}/`);
  for (const { pointer: place, kept } of changed) {
    if (isFull(walk)) return;
    if (known.includes(place) || within.some((start) => place.startsWith(start))) continue;
    const detail = `has more digits than a number can hold: it would become ${kept}; send it as a string`;
    report(walk, place, detail);
  }
}

function walkObject(object: Record<string, unknown>, at: string, depth: number, walk: Walk): void {
  for (const key of Object.keys(object)) {
    walk.keys++;
    if (isFull(walk)) return;
    const here = at + pointer(key);
    if (REFUSED_KEYS.has(key)) {
      report(walk, here, `the key "${key}" is refused`);
      continue;
    }
    const textIssue = stringIssue(key);
    if (textIssue) report(walk, here, `the key ${textIssue}`);
    walkValue(object[key], here, depth + 1, false, walk);
  }
}

function walkValue(value: unknown, at: string, depth: number, inArray: boolean, walk: Walk): void {
  if (typeof value === 'string') report(walk, at, stringIssue(value));
  else if (typeof value === 'number') report(walk, at, numberIssue(value));
  else if (depth > MAX_METADATA_DEPTH && typeof value === 'object' && value !== null) {
    report(walk, at, `is nested more than ${MAX_METADATA_DEPTH} levels deep`);
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length && !isFull(walk); i++) {
      walkValue(value[i], `${at}/${i}`, depth + 1, true, walk);
    }
  } else if (inArray && isRecord(value)) {
    walkObject(value, at, depth, walk);
  } else {
    const allowed = inArray
      ? 'a string, a number, an array or an object'
      : 'a string, a number or an array';
    report(walk, at, `must be ${allowed}, not ${kindOf(value)}`);
  }
}

function stringIssue(text: string): string | undefined {
  if (text.includes('\0'))
    return 'contains the character U+0000, which not every database can store';
  if (!text.isWellFormed()) return 'contains an unpaired surrogate (half of a character)';
  return undefined;
}

function numberIssue(value: number): string | undefined {
  if (!Number.isFinite(value)) return 'is too large for a number; send it as a string';
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return 'is a whole number beyond ±9007199254740991 and would lose digits; send it as a string';
  }
  return undefined;
}
