import { fromLeaves, leavesOf, merge, sameDocument, type MergeConflict } from '../lib/merge.ts';
import { isProblem } from './problem.ts';
import type { AppDocument, Warnings } from './types.ts';

export interface AppVersion {
  readonly data: AppDocument;
  readonly etag: string | undefined;
}

/** The part of an app that a page edits. */
export interface Part<T extends object> {
  /** `undefined`: the app does not have the part. */
  readonly of: (app: AppDocument) => T | undefined;
  /** What to send so that the part becomes `value` and the rest of the app stays. */
  readonly change: (value: T, app: AppDocument) => object;
  /** Completes a merged part: empty objects are lost in a merge. */
  readonly whole?: (value: object) => T;
}

export interface AppStore {
  readonly read: () => Promise<AppVersion>;
  readonly write: (
    body: object,
    etag: string | undefined,
  ) => Promise<{ readonly version: AppVersion; readonly warnings: Warnings }>;
}

export type Saved<T> =
  | {
      readonly kind: 'saved';
      readonly version: AppVersion;
      readonly value: T;
      readonly warnings: Warnings;
      /** Changes by someone else were merged. */
      readonly merged: boolean;
    }
  /** Both changed the same: `value` is the merge with everything as in mine. */
  | {
      readonly kind: 'clash';
      readonly version: AppVersion;
      readonly value: T;
      readonly clashes: readonly MergeConflict[];
    }
  /** Someone else removed the part. */
  | { readonly kind: 'gone'; readonly version: AppVersion };

/** The number of attempts if others save first. */
const TRIES = 4;

/**
 * Saves a part that was edited from `base`. If the app has changed since, other changes are kept. If the same
 * fields have changed, nothing is saved and the user decides. Fails with the problems of `PATCH app`.
 */
export async function savePart<T extends object>(
  store: AppStore,
  part: Part<T>,
  base: AppVersion,
  mine: T,
): Promise<Saved<T>> {
  let from = base;
  let value = mine;
  for (let left = TRIES; ; left--) {
    try {
      const done = await store.write(part.change(value, from.data), from.etag);
      return { kind: 'saved', ...done, value, merged: from !== base };
    } catch (error) {
      if (!isProblem(error, 'precondition_failed') || left === 1) throw error;
    }
    const version = await store.read();
    const [was, theirs] = [part.of(from.data), part.of(version.data)];
    if (was !== undefined && theirs === undefined) return { kind: 'gone', version };
    const { leaves, clashes } = merge(leavesOf(was), leavesOf(value), leavesOf(theirs));
    value = wholeOf(part, fromLeaves(leaves));
    if (clashes.length > 0) return { kind: 'clash', version, value, clashes };
    from = version;
  }
}

/** `value` with the saved values that the user chose, by pointer. */
export function withTheirs<T extends object>(
  part: Part<T>,
  value: T,
  taken: readonly MergeConflict[],
): T {
  const leaves = leavesOf(value);
  for (const { pointer, theirs } of taken) leaves[pointer] = theirs;
  return wholeOf(part, fromLeaves(leaves));
}

/** `saved` with what was typed since `sent` was sent, which is not saved yet. */
export function withTyped<T extends object>(part: Part<T>, saved: T, sent: T, typed: T): T {
  if (sameDocument(sent, typed)) return saved;
  const { leaves } = merge(leavesOf(sent), leavesOf(typed), leavesOf(saved));
  return wholeOf(part, fromLeaves(leaves));
}

function wholeOf<T extends object>({ whole }: Part<T>, value: object): T {
  return whole ? whole(value) : (value as T);
}
