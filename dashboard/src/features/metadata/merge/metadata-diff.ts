import {
  canonicalOf,
  isSame,
  memberOf,
  type JsonList,
  type JsonNode,
  type JsonObject,
  type JsonPath,
} from '../../../lib/json-node.ts';
import { parseJson } from '../../../lib/json-parse.ts';

export type Change =
  | { readonly kind: 'added'; readonly path: JsonPath; readonly after: JsonNode }
  | { readonly kind: 'removed'; readonly path: JsonPath; readonly before: JsonNode }
  | {
      readonly kind: 'changed';
      readonly path: JsonPath;
      readonly before: JsonNode;
      readonly after: JsonNode;
    };

/** Comparing each element with each would take too long beyond this. */
const MAX_COMPARISONS = 250_000;

/**
 * The smallest differences between two documents; the order of keys does not count. The position in an array is
 * that of `before` for removed items, else that of `after`.
 */
export function diffNodes(before: JsonNode | undefined, after: JsonNode | undefined): Change[] {
  return [...changesIn(before, after, [])];
}

/** The same for texts; null: no document. Undefined if a text is not valid JSON. */
export function diffTexts(before: string | null, after: string | null): Change[] | undefined {
  const [a, b] = [before, after].map((text) => (text === null ? undefined : parseJson(text)));
  if ((a && !('node' in a)) || (b && !('node' in b))) return undefined;
  return diffNodes(a?.node, b?.node);
}

function* changesIn(
  before: JsonNode | undefined,
  after: JsonNode | undefined,
  path: JsonPath,
): Generator<Change> {
  if (before === undefined && after === undefined) return;
  if (before === undefined) yield { kind: 'added', path, after: after! };
  else if (after === undefined) yield { kind: 'removed', path, before };
  else if (before.kind === 'object' && after.kind === 'object')
    yield* inObject(before, after, path);
  else if (before.kind === 'array' && after.kind === 'array') yield* inArray(before, after, path);
  else if (!isSame(before, after)) yield { kind: 'changed', path, before, after };
}

function* inObject(before: JsonObject, after: JsonObject, path: JsonPath): Generator<Change> {
  for (const { key, value } of before.members) {
    yield* changesIn(value, memberOf(after, key)?.value, [...path, key]);
  }
  for (const { key, value } of after.members) {
    if (!memberOf(before, key)) yield { kind: 'added', path: [...path, key], after: value };
  }
}

function* inArray(before: JsonList, after: JsonList, path: JsonPath): Generator<Change> {
  for (const { from, to } of gapsBetween(
    before.items.map(canonicalOf),
    after.items.map(canonicalOf),
  )) {
    const [old, now] = [before.items.slice(...from), after.items.slice(...to)];
    for (let i = 0; i < Math.max(old.length, now.length); i++) {
      const position = i < now.length ? to[0] + i : from[0] + i;
      yield* changesIn(old[i], now[i], [...path, position]);
    }
  }
}

interface Gap {
  readonly from: readonly [start: number, end: number];
  readonly to: readonly [start: number, end: number];
}

/** The stretches of two lists that lie between what both have in common, in the same order. */
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
