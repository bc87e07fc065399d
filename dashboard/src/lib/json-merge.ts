import {
  canonicalOf,
  isSame,
  memberOf,
  pointerOf,
  type JsonList,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type JsonPath,
} from './json-node.ts';
import { nodeOf, valueOf } from './json-value.ts';

export type Side = 'mine' | 'theirs';
/** The chosen side of each conflict, by JSON pointer. */
export type Choices = ReadonlyMap<string, Side>;

/** The values at one location; undefined: there is none. */
interface Versions {
  readonly base: JsonNode | undefined;
  readonly mine: JsonNode | undefined;
  readonly theirs: JsonNode | undefined;
}

/** A location that both sides changed differently. */
export interface Conflict extends Versions {
  readonly path: JsonPath;
}

interface MergeOptions {
  readonly choices?: Choices | undefined;
  /** The members of the document are values: a change within one concerns all of it. */
  readonly byField?: boolean;
}

/**
 * Merges two changes of one document. A location that only one side changed gets the value of that side. If both
 * changed it differently, `choices` decides. Returns the document, which is undefined if it is removed, and all
 * conflicts, including decided ones. For an undecided conflict, the document has the value of `mine`.
 */
export function mergeNodes(
  base: JsonNode | undefined,
  mine: JsonNode | undefined,
  theirs: JsonNode | undefined,
  { choices = new Map(), byField = false }: MergeOptions = {},
): { readonly node: JsonNode | undefined; readonly conflicts: readonly Conflict[] } {
  const conflicts: Conflict[] = [];
  return { node: merge({ base, mine, theirs }, [], { choices, byField, conflicts }), conflicts };
}

/** The same for JavaScript values. */
export function mergeValues<T>(
  base: T | undefined,
  mine: T | undefined,
  theirs: T | undefined,
  options?: MergeOptions,
): { readonly value: T | undefined; readonly conflicts: readonly Conflict[] } {
  const docs = [base, mine, theirs].map((one) => (one === undefined ? undefined : nodeOf(one)));
  const { node, conflicts } = mergeNodes(docs[0], docs[1], docs[2], options);
  return { value: node && (valueOf(node) as T), conflicts };
}

interface MergeState extends Required<MergeOptions> {
  readonly choices: Choices;
  readonly conflicts: Conflict[];
}

function merge(versions: Versions, path: JsonPath, state: MergeState): JsonNode | undefined {
  const { base, mine, theirs } = versions;
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  const isWhole = state.byField && path.length > 0;
  if (!isWhole && mine?.kind === 'object' && theirs?.kind === 'object') {
    if (base === undefined || base.kind === 'object') {
      return { kind: 'object', members: membersOf(base, mine, theirs, path, state) };
    }
  }
  if (!isWhole && base?.kind === 'array' && mine?.kind === 'array' && theirs?.kind === 'array') {
    if (keepsPositions(base, mine) && keepsPositions(base, theirs)) {
      const items = base.items.flatMap((item, index) => {
        const inner = { base: item, mine: mine.items[index], theirs: theirs.items[index] };
        return merge(inner, [...path, index], state) ?? [];
      });
      return { kind: 'array', items };
    }
  }
  state.conflicts.push({ path, ...versions });
  return state.choices.get(pointerOf(path)) === 'theirs' ? theirs : mine;
}

/** False if elements were added, removed or moved: positions cannot be matched then. */
function keepsPositions(before: JsonList, after: JsonList): boolean {
  if (before.items.length !== after.items.length) return false;
  const known = new Set(before.items.map(canonicalOf));
  return after.items.every(
    (item, index) => isSame(item, before.items[index]) || !known.has(canonicalOf(item)),
  );
}

function membersOf(
  base: JsonObject | undefined,
  mine: JsonObject,
  theirs: JsonObject,
  path: JsonPath,
  state: MergeState,
): JsonMember[] {
  return keysOfBoth(mine, theirs).flatMap((key) => {
    const versions = {
      base: memberOf(base, key)?.value,
      mine: memberOf(mine, key)?.value,
      theirs: memberOf(theirs, key)?.value,
    };
    const value = merge(versions, [...path, key], state);
    return value === undefined ? [] : [{ key, value }];
  });
}

/** The keys in the order of `mine`. A key that only `theirs` has follows the key that is before it in `theirs`. */
function keysOfBoth(mine: JsonObject, theirs: JsonObject): string[] {
  const keys = [...new Set(mine.members.map(({ key }) => key))];
  let neighbor: string | undefined;
  for (const { key } of theirs.members) {
    if (!keys.includes(key)) {
      keys.splice(neighbor === undefined ? 0 : keys.indexOf(neighbor) + 1, 0, key);
    }
    neighbor = key;
  }
  return keys;
}
