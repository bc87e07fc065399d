import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMemo, useState, type RefObject } from 'react';
import type { Issue } from '../../../api/problem.ts';
import { useApp, useMe } from '../../../api/session.ts';
import { metadata as words } from '../../../texts/metadata.ts';
import { isChanged, type Version } from './document-state.ts';
import { draftsKey, type Draft } from './drafts.ts';
import type { EditorHandle } from '../editor/json-editor.tsx';
import type { Resolution } from '../merge/version-conflict-dialog.tsx';
import { checkMetadata } from '../editor/metadata-rules.ts';
import { shownIssuesOf, type ShownIssue } from '../editor/shown-issues.ts';
import { useDocument } from './use-document.ts';
import { useSaving } from './use-saving.ts';

const NO_ISSUES: readonly Issue[] = [];

interface EditingOptions {
  readonly code: string;
  readonly version: Version;
  readonly mayChange: boolean;
  readonly editor: RefObject<EditorHandle | null>;
}

/** The state and the actions of `MetadataWorkspace`. */
export function useEditing({ code, version, mayChange, editor }: EditingOptions) {
  const key = draftsKey(useMe().member.member_id, useApp(), code);
  const document = useDocument(key, version, () => editor.current?.flush());
  const { state, act } = document;
  const [comparing, comparison] = useDisclosure(false);
  const [refused, setRefused] = useState<{
    readonly text: string;
    readonly issues: readonly Issue[];
  }>();
  const saving = useSaving(code, (theirs) => {
    act({ type: 'fetched', version: theirs });
    if (document.now().theirs) comparison.open();
    else notifications.show({ message: words.nothingChanged, color: 'yellow' });
  });

  const { text } = state;
  const checked = useMemo(() => checkMetadata(text ?? '{}'), [text]);
  const serviceIssues = useMemo(
    () => shownIssuesOf(refused?.text === text ? refused.issues : NO_ISSUES, checked),
    [refused, text, checked],
  );
  const issues: readonly ShownIssue[] = [...checked.issues, ...serviceIssues];

  const send = (base: Version, sent: string): void =>
    saving.save({
      base,
      text: sent.trim(),
      toast: words.savedToast,
      onSaved: (saved) => act({ type: 'saved', version: saved, sent }),
      onRefused: (found) => setRefused({ text: sent, issues: found }),
    });

  return {
    document,
    saving,
    checked,
    issues,
    serviceIssues,
    changed: isChanged(state),
    comparing,
    comparison,

    /** Saves the document, or shows what prevents it. */
    save: (): void => {
      const now = document.now();
      if (!mayChange || saving.pending || now.text === null || !isChanged(now)) return;
      const first = checkMetadata(now.text).issues[0];
      if (now.theirs) comparison.open();
      else if (first) editor.current?.show(first);
      else send(now.base, now.text);
    },

    /** Replaces and saves the document; unsaved changes are kept as a draft. */
    replace: (next: string | null, toast: string): void => {
      document.keepAsDraft();
      saving.save({
        base: state.theirs ?? state.base,
        text: next,
        toast,
        onSaved: (saved) => act({ type: 'loaded', version: saved }),
      });
    },

    /** Applies the resolution of a conflict. */
    resolve: (resolution: Resolution): void => {
      comparison.close();
      const { theirs, text: mine } = document.now();
      if (theirs === undefined || mine === null) return;
      if (resolution.kind === 'theirs') {
        document.keepAsDraft();
        act({ type: 'loaded', version: theirs });
        notifications.show({ message: words.draftKeptToast });
      } else if (resolution.kind === 'merge') {
        act({ type: 'rebased', version: theirs, text: resolution.text });
        notifications.show({ message: words.mergedToast });
      } else {
        act({ type: 'rebased', version: theirs });
        send(theirs, mine);
      }
    },

    restoreDraft: (draft: Draft): void => {
      document.keepAsDraft();
      act({ type: 'restored', base: draft.base, text: draft.text });
      document.discardDraft(draft.id);
      notifications.show({ message: words.draftRestoredToast });
    },
  };
}

export type Editing = ReturnType<typeof useEditing>;
