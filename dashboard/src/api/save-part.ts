import { mergeValues, type Choices, type Conflict } from '../lib/json-merge.ts';
import { isSameValue } from '../lib/json-value.ts';
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
  /** The body of the request that replaces the part and leaves the rest of the app unchanged. */
  readonly change: (value: T, app: AppDocument) => object;
  /** Completes a merged part, because a merge can remove objects. */
  readonly complete?: (value: object) => T;
}

/** A part that every app has. */
export interface WholePart<T extends object> extends Part<T> {
  readonly of: (app: AppDocument) => T;
}

export interface AppStore {
  readonly read: () => Promise<AppVersion>;
  readonly write: (
    body: object,
    etag: string | undefined,
  ) => Promise<{ readonly version: AppVersion; readonly warnings: Warnings }>;
}

export interface SavedPart<T> {
  readonly kind: 'saved';
  readonly version: AppVersion;
  readonly value: T;
  readonly warnings: Warnings;
  /** Changes by someone else were merged. */
  readonly merged: boolean;
}

/** Someone else changed the same fields, so nothing was saved. */
interface PartConflict<T> {
  readonly kind: 'conflict';
  readonly version: AppVersion;
  readonly conflicts: readonly Conflict[];
  /** Both changes merged, with the choices of the user. */
  readonly resolve: (choices: Choices) => T;
}

export type SaveOutcome<T> =
  | SavedPart<T>
  | PartConflict<T>
  /** Someone else removed the part. */
  | { readonly kind: 'removed'; readonly version: AppVersion };

/** The maximum number of attempts if other users save first. */
const MAX_ATTEMPTS = 4;

/**
 * Saves a part that was edited from `base`. Changes by others since then are kept. If the same fields were changed,
 * nothing is saved and the user decides. Throws the problems of `PATCH app`.
 */
export async function savePart<T extends object>(
  store: AppStore,
  part: Part<T>,
  base: AppVersion,
  mine: T,
): Promise<SaveOutcome<T>> {
  let from = base;
  let value = mine;
  for (let left = MAX_ATTEMPTS; ; left--) {
    try {
      const done = await store.write(part.change(value, from.data), from.etag);
      return { kind: 'saved', ...done, value, merged: from !== base };
    } catch (error) {
      if (!isProblem(error, 'precondition_failed') || left === 1) throw error;
    }
    const version = await store.read();
    const [before, theirs] = [part.of(from.data), part.of(version.data)];
    if (before !== undefined && theirs === undefined) return { kind: 'removed', version };
    const { conflicts, resolve } = merge(part, before, value, theirs);
    if (conflicts.length > 0) return { kind: 'conflict', version, conflicts, resolve };
    value = resolve(new Map());
    from = version;
  }
}

/** Returns `saved` with the changes that the user made after `sent` was sent. They are not saved yet. */
export function mergeTyped<T extends object>(part: Part<T>, saved: T, sent: T, typed: T): T {
  return isSameValue(sent, typed) ? saved : merge(part, sent, typed, saved).resolve(new Map());
}

function merge<T extends object>(
  { complete = (value) => value as T }: Part<T>,
  ...[before, mine, theirs]: readonly [before: T | undefined, mine: T, theirs: T | undefined]
) {
  const merged = (choices: Choices) => mergeValues(before, mine, theirs, { choices });
  return {
    conflicts: merged(new Map()).conflicts,
    resolve: (choices: Choices): T => complete(merged(choices).value ?? {}),
  };
}
