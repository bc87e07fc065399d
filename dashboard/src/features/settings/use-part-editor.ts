import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useAppVersion } from '../../api/app-document.ts';
import {
  withTheirs,
  withTyped,
  type AppVersion,
  type Part,
  type Saved,
} from '../../api/save-part.ts';
import type { AppDocument, Role } from '../../api/types.ts';
import { useMay } from '../../api/session.ts';
import { useDraft } from '../../components/use-draft.ts';
import { useSavePart } from '../../components/use-save-part.ts';
import { issueAt, issuesOf } from '../../lib/issues.ts';
import type { MergeConflict } from '../../lib/merge.ts';
import { setup as setupTexts } from '../../texts/setup.ts';
import * as texts from '../../texts/texts.ts';

/** A part that every app has. */
export type WholePart<T extends object> = Omit<Part<T>, 'of'> & {
  readonly of: (app: AppDocument) => T;
};

/** The state of a settings page that edits one part of the app and saves it with a button. */
export function usePartEditor<T extends object>(part: WholePart<T>, role: Role) {
  const version = useAppVersion();
  const draft = useDraft(version, part.of);
  const save = useSavePart(part);
  const mayEdit = useMay(role);
  const [outcome, setOutcome] = useState<Saved<T>>();
  const clash = outcome?.kind === 'clash' ? outcome : undefined;
  const issues = issuesOf(save.error);

  function submit(base: AppVersion, value: T): void {
    const sent = draft.value;
    setOutcome(undefined);
    save.mutate(
      { base, value },
      {
        onSuccess: (saved) => {
          if (saved.kind !== 'saved') return setOutcome(saved);
          const now = part.of(saved.version.data);
          draft.goOn(saved.version, (typed) => withTyped(part, now, sent, typed));
          const message = saved.merged ? setupTexts.merged : setupTexts.savedText;
          notifications.show({ title: texts.saved, message, color: 'teal' });
        },
      },
    );
  }
  const savable = mayEdit && draft.unsaved && !save.isPending;
  const saveNow = (): void => {
    if (savable) submit(draft.base, draft.value);
  };
  useHotkeys([['mod+S', saveNow]], []);
  return {
    value: draft.value,
    stored: draft.base.data,
    unsaved: draft.unsaved,
    mayEdit,
    savable,
    saving: save.isPending,
    error: save.error,
    set: (value: T) => {
      if (save.isError) save.reset();
      draft.set(value);
    },
    discard: () => {
      save.reset();
      draft.restart(version);
    },
    issue: (pointer: string) => issueAt(issues, pointer),
    save: saveNow,
    clashes: clash?.clashes,
    choose: (theirs: readonly MergeConflict[]) =>
      clash && submit(clash.version, withTheirs(part, clash.value, theirs)),
    keepEditing: () => setOutcome(undefined),
  };
}
export type PartEditing<T extends object> = ReturnType<typeof usePartEditor<T>>;
