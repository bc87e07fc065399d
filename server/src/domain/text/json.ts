import { pointer, type Issue } from './issue.ts';
import { isRecord } from './json-value.ts';
import { stringEnd } from './split-json.ts';

/**
 * JSON with what `JSON.parse` discards: duplicate keys are detected, and the source text of each member of
 * the top-level object is kept, so that a document can be stored exactly as it was sent.
 */
export interface JsonText {
  readonly value: unknown;
  /** Source text of each member of the top-level object. */
  readonly members: ReadonlyMap<string, string>;
}

/** Deeper than any valid request, and shallow enough for recursion. */
export const MAX_JSON_DEPTH = 64;

interface InvalidJson {
  readonly issue: Issue;
  /** It is valid JSON, but deeper than any valid request. */
  readonly tooDeep?: boolean;
}

export type ParsedJson = { readonly json: JsonText } | InvalidJson;

/** Parses JSON, and reports duplicate keys and excessive depth as errors. */
export function parseJson(text: string): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { issue: { pointer: '', detail: `is not JSON: ${(error as Error).message}` } };
  }
  const members = new Map<string, string>();
  const found = scan(text, members);
  return found ?? { json: { value, members } };
}

/** An error of `parseJson` about a text with lines: V8 counts only characters, or adds lines in its own words. */
export function withLine(detail: string, text: string): string {
  return detail.replace(/ at position (\d+)(?: \(.*\))?$/, (_, position: string) => {
    const before = text.slice(0, Number(position)).split(/\r\n|\n|\r/);
    return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  });
}

/** The same JSON with a member of the top-level object; a JSON value of another kind is unchanged. */
export function withMember({ value, members }: JsonText, name: string, member: string): JsonText {
  if (!isRecord(value)) return { value, members };
  return {
    value: { ...value, [name]: member },
    members: new Map([...members, [name, JSON.stringify(member)]]),
  };
}

/** Returns the same text for equal documents: the order of keys and white space do not matter. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (!isRecord(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/**
 * Yields the output of `JSON.stringify` in pieces: each element of an array, and the members of objects up to
 * `levels` deep.
 */
export function* jsonPieces(value: unknown, levels = 3): Generator<string, void, void> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null';
  } else if (Array.isArray(value)) {
    yield '[';
    for (const [index, element] of value.entries()) {
      yield (index === 0 ? '' : ',') + (JSON.stringify(element) ?? 'null');
    }
    yield ']';
  } else {
    let before = '{';
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      before = ',';
      yield* jsonPieces(member, levels - 1);
    }
    yield before === '{' ? '{}' : '}';
  }
}

type OnNumber = (at: () => string, source: string) => void;

/**
 * Calls `visit` for each number of a valid JSON text with its pointer and its source. The pointer is made when it is wanted:
 * one long key can be above thousands of numbers.
 */
export function forEachNumber(text: string, visit: OnNumber): void {
  scan(text, new Map(), visit);
}

interface Level {
  /** Names seen in this object; undefined in an array. */
  readonly keys: Set<string> | undefined;
  /** The member or index that is being read. */
  at: string | number;
}

/** Scans text that is known to be valid JSON, so only its structure matters. */
function scan(
  text: string,
  members: Map<string, string>,
  onNumber?: OnNumber,
): InvalidJson | undefined {
  const stack: Level[] = [];
  const path = (): string => pointer(...stack.map((level) => level.at));
  let memberStart = -1;
  const closeMember = (end: number): void => {
    const top = stack[0];
    if (stack.length === 1 && top?.keys && memberStart !== -1) {
      members.set(String(top.at), text.slice(memberStart, end).trim());
      memberStart = -1;
    }
  };
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) {
      const end = stringEnd(text, i);
      const level = stack.at(-1);
      const next = level?.keys ? skipSpace(text, end) : -1;
      if (level?.keys && text.charCodeAt(next) === COLON) {
        const raw = text.slice(i + 1, end - 1);
        const key = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
        level.at = key;
        if (level.keys.has(key)) {
          return { issue: { pointer: path(), detail: 'is a duplicate key' } };
        }
        level.keys.add(key);
        if (stack.length === 1) memberStart = next + 1;
        i = next;
      } else {
        i = end - 1;
      }
    } else if (char === OPEN_OBJECT || char === OPEN_ARRAY) {
      if (stack.length === MAX_JSON_DEPTH) {
        const detail = `is nested more than ${MAX_JSON_DEPTH} levels deep`;
        return { issue: { pointer: '', detail }, tooDeep: true };
      }
      stack.push(char === OPEN_OBJECT ? { keys: new Set(), at: '' } : { keys: undefined, at: 0 });
    } else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) {
      closeMember(i);
      stack.pop();
    } else if (char === COMMA) {
      closeMember(i);
      const level = stack.at(-1);
      if (level && !level.keys) level.at = Number(level.at) + 1;
    } else if (onNumber !== undefined && (char === MINUS || isDigit(char))) {
      const end = numberEnd(text, i);
      onNumber(path, text.slice(i, end));
      i = end - 1;
    }
  }
  return undefined;
}

const QUOTE = 34;
const COLON = 58;
const COMMA = 44;
const MINUS = 45;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;

function skipSpace(text: string, start: number): number {
  let i = start;
  while (text.charCodeAt(i) <= 32) i++;
  return i;
}

function isDigit(char: number): boolean {
  return char >= 48 && char <= 57;
}

/** The index after the number that begins at `start`. */
function numberEnd(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && '+-.eE0123456789'.includes(text.charAt(i))) i++;
  return i;
}
