import { useState } from 'react';
import { useAppVersion } from '../api/app-document.ts';
import {
  mergeTyped,
  type AppVersion,
  type Part,
  type SavedPart,
  type SaveOutcome,
} from '../api/save-part.ts';
import type { AppDocument } from '../api/types.ts';
import type { Choices, Conflict } from '../lib/json-merge.ts';
import { isSameValue } from '../lib/json-value.ts';
import { useSavePart } from './use-save-part.ts';

/** Conflicts with changes by someone else, for `ConflictDialog`. */
export interface PartConflicts {
  readonly conflicts: readonly Conflict[];
  readonly onApply: (choices: Choices) => void;
  readonly onClose: () => void;
}

/**
 * The edit of a part of the app. It starts with the value of `of`, and is updated with the app while it has no unsaved
 * changes and is not on `hold`, for input that is not part of the value. Changes that the user makes during a save are kept.
 */
export function usePartEdit<T extends object>(
  part: Part<T>,
  of: (app: AppDocument) => T,
  onSaved: (saved: SavedPart<T>) => void,
  hold = false,
) {
  const version = useAppVersion();
  const [{ base, value }, setDraft] = useState(() => ({
    base: version,
    value: of(version.data),
  }));
  const tidy = part.complete ?? ((one: object) => one);
  // An emptied field is the same as one that never had a value.
  const unsaved = !isSameValue(tidy(value), tidy(of(base.data)));
  if (!unsaved && !hold && version !== base) setDraft({ base: version, value: of(version.data) });

  const save = useSavePart(part);
  /** `edited`: the value of the edit when the save began. */
  const [outcome, setOutcome] = useState<SaveOutcome<T> & { readonly edited: T }>();
  /** `sent`: the same, or merged with changes by someone else. */
  const submit = (from: AppVersion, sent: T, edited: T): void => {
    setOutcome(undefined);
    save.mutate(
      { base: from, value: sent },
      {
        onSuccess: (saved) => {
          if (saved.kind !== 'saved') return setOutcome({ ...saved, edited });
          const now = part.of(saved.version.data) ?? saved.value;
          setDraft((draft) => ({
            base: saved.version,
            value: mergeTyped(part, now, edited, draft.value),
          }));
          onSaved(saved);
        },
      },
    );
  };
  const conflicts: PartConflicts | undefined =
    outcome?.kind === 'conflict'
      ? {
          conflicts: outcome.conflicts,
          onApply: (choices) => submit(outcome.version, outcome.resolve(choices), outcome.edited),
          onClose: () => setOutcome(undefined),
        }
      : undefined;
  return {
    version,
    base: base.data,
    value,
    unsaved,
    saving: save.isPending,
    error: save.error,
    conflicts,
    /** Someone else removed the part; `save` creates it again. */
    removed: outcome?.kind === 'removed',
    set: (next: T) => {
      if (save.isError) save.reset();
      setDraft({ base, value: next });
    },
    save: () => submit(outcome?.kind === 'removed' ? outcome.version : base, value, value),
    discard: () => {
      save.reset();
      setDraft({ base: version, value: of(version.data) });
    },
  };
}
