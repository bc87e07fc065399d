import {
  canonicalOf,
  isSame,
  memberOf,
  type JsonList,
  type JsonNode,
  type JsonObject,
  type JsonPath,
} from './json-node.ts';
import { parseJson } from './json-parse.ts';

/** A location at which two documents differ. */
export interface Change {
  readonly path: JsonPath;
  /** Left out: the value was added. */
  readonly before?: JsonNode;
  /** Left out: the value was removed. */
  readonly after?: JsonNode;
}

/** For longer arrays, comparing every pair of elements would take too long. */
const MAX_COMPARISONS = 250_000;

/**
 * The smallest differences between two documents; the order of keys is ignored. The index of an array element is that
 * in `before` for removed elements, otherwise that in `after`. `byField`, for the fields of links and apps: an added or
 * removed object is reported member by member, and a list of plain values as one value.
 */
export function changesBetween(
  before: JsonNode | undefined,
  after: JsonNode | undefined,
  byField = false,
): Change[] {
  return [...changesIn(before, after, [], byField)];
}

/** The same for JSON texts; null: no document. Returns undefined if a text is not valid JSON. */
export function changesBetweenTexts(
  before: string | null,
  after: string | null,
): Change[] | undefined {
  const [a, b] = [before, after].map((text) => (text === null ? undefined : parseJson(text)));
  if ((a && !('node' in a)) || (b && !('node' in b))) return undefined;
  return changesBetween(a?.node, b?.node);
}

function* changesIn(
  before: JsonNode | undefined,
  after: JsonNode | undefined,
  path: JsonPath,
  byField: boolean,
): Generator<Change> {
  const from = (byField && isMissing(before) && emptyOf(after)) || before;
  const to = (byField && isMissing(after) && emptyOf(before)) || after;
  if (from?.kind === 'object' && to?.kind === 'object') {
    yield* inObject(from, to, path, byField);
  } else if (
    from?.kind === 'array' &&
    to?.kind === 'array' &&
    !(byField && isPlain(from) && isPlain(to))
  ) {
    yield* inArray(from, to, path, byField);
  } else if (!isSame(before, after)) {
    yield { path, ...(before && { before }), ...(after && { after }) };
  }
}

function isMissing(node: JsonNode | undefined): boolean {
  return node === undefined || node.kind === 'null';
}

/** The empty value to compare `node` with, so that each of its members becomes a change. */
function emptyOf(node: JsonNode | undefined): JsonNode | undefined {
  if (node?.kind === 'object' && node.members.length > 0) return { kind: 'object', members: [] };
  if (node?.kind === 'array' && !isPlain(node)) return { kind: 'array', items: [] };
  return undefined;
}

/** Does a list contain neither lists nor objects? */
function isPlain({ items }: JsonList): boolean {
  return items.every(({ kind }) => kind !== 'array' && kind !== 'object');
}

function* inObject(
  before: JsonObject,
  after: JsonObject,
  path: JsonPath,
  byField: boolean,
): Generator<Change> {
  for (const { key, value } of before.members) {
    yield* changesIn(value, memberOf(after, key)?.value, [...path, key], byField);
  }
  for (const { key, value } of after.members) {
    if (!memberOf(before, key)) yield* changesIn(undefined, value, [...path, key], byField);
  }
}

function* inArray(
  before: JsonList,
  after: JsonList,
  path: JsonPath,
  byField: boolean,
): Generator<Change> {
  for (const { from, to } of gapsBetween(
    before.items.map(canonicalOf),
    after.items.map(canonicalOf),
  )) {
    const [old, now] = [before.items.slice(...from), after.items.slice(...to)];
    for (let i = 0; i < Math.max(old.length, now.length); i++) {
      const position = i < now.length ? to[0] + i : from[0] + i;
      yield* changesIn(old[i], now[i], [...path, position], byField);
    }
  }
}

interface Gap {
  readonly from: readonly [start: number, end: number];
  readonly to: readonly [start: number, end: number];
}

/** The ranges between the common elements of two lists, in order. */
function gapsBetween(a: readonly string[], b: readonly string[]): Gap[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let tail = 0;
  while (
    tail < Math.min(a.length, b.length) - start &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  ) {
    tail++;
  }
  const [endA, endB] = [a.length - tail, b.length - tail];
  const pairs = commonPairs(a.slice(start, endA), b.slice(start, endB));
  const gaps: Gap[] = [];
  let [atA, atB] = [start, start];
  for (const [x, y] of [
    ...pairs.map(([i, j]) => [i + start, j + start] as const),
    [endA, endB] as const,
  ]) {
    if (x > atA || y > atB) gaps.push({ from: [atA, x], to: [atB, y] });
    [atA, atB] = [x + 1, y + 1];
  }
  return gaps;
}

/** The longest common subsequence, as pairs of positions. */
function commonPairs(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  if (a.length * b.length > MAX_COMPARISONS) return [];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}
