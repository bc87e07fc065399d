/**
 * Documents that two people change at once: compared leaf by leaf, so that what only one of them
 * touched is kept, and what both touched is a question for a person.
 */

/** A document as its leaves by JSON pointer. Everything but an object is a leaf, including whole lists. */
export type Leaves = Readonly<Record<string, unknown>>;

export interface MergeConflict {
  readonly pointer: string;
  /** `undefined`: not there. */
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merged {
  /** Where both changed the same, it is as in `mine`. */
  readonly leaves: Leaves;
  readonly clashes: readonly MergeConflict[];
}

/** Objects without a leaf leave no trace, and neither does `undefined`. */
export function leavesOf(value: unknown, at = ''): Record<string, unknown> {
  if (!isRecord(value)) return value === undefined ? {} : { [at]: value };
  const leaves: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1');
    Object.assign(leaves, leavesOf(inner, `${at}/${escaped}`));
  }
  return leaves;
}

/** The other way round. */
export function fromLeaves(leaves: Leaves): Record<string, unknown> {
  const document: Record<string, unknown> = {};
  for (const [pointer, value] of Object.entries(leaves)) {
    if (value === undefined) continue;
    const keys = pointer
      .slice(1)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    let place = document;
    for (const key of keys.slice(0, -1)) place = (place[key] ??= {}) as Record<string, unknown>;
    place[keys.at(-1) ?? ''] = value;
  }
  return document;
}

/** Are they the same document, whatever the order of keys? */
export function sameDocument(one: unknown, other: unknown): boolean {
  const [left, right] = [leavesOf(one), leavesOf(other)];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((pointer) =>
    same(left[pointer], right[pointer]),
  );
}

/** Merges two changes of `base`. */
export function merge(base: Leaves, mine: Leaves, theirs: Leaves): Merged {
  const leaves: Record<string, unknown> = {};
  const clashes: MergeConflict[] = [];
  const pointers = new Set([base, theirs, mine].flatMap((side) => Object.keys(side)));
  for (const pointer of pointers) {
    const [was, own, other] = [base[pointer], mine[pointer], theirs[pointer]];
    const value = same(own, was) ? other : own;
    if (value !== undefined) leaves[pointer] = value;
    if (!same(own, was) && !same(other, was) && !same(own, other)) {
      clashes.push({ pointer, mine: own, theirs: other });
    }
  }
  return { leaves, clashes };
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
