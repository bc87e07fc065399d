import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMemo, useState, type RefObject } from 'react';
import type { Issue } from '../../../api/problem.ts';
import { useApp, useMe } from '../../../api/session.ts';
import type { MetadataSchemaDocument } from '../../../../../server/src/domain/schema/metadata-schema.ts';
import type { PlacedIssue } from '../../../components/place.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { isChanged, type Version } from './document-state.ts';
import { draftsKey, type Draft } from './drafts.ts';
import type { EditorHandle } from '../editor/json-editor.tsx';
import type { Resolution } from '../merge/version-conflict-dialog.tsx';
import { checkMetadata } from '../editor/metadata-rules.ts';
import { shownIssuesOf } from '../editor/shown-issues.ts';
import { useDocument } from './use-document.ts';
import { useSaving } from './use-saving.ts';

const NO_ISSUES: readonly Issue[] = [];

interface EditingOptions {
  readonly code: string;
  readonly version: Version;
  /** What the metadata must fulfil; undefined: nothing. */
  readonly schema: MetadataSchemaDocument | undefined;
  readonly mayChange: boolean;
  readonly editor: RefObject<EditorHandle | null>;
}

/** The state and the actions of `MetadataWorkspace`. */
export function useEditing({ code, version, schema, mayChange, editor }: EditingOptions) {
  const key = draftsKey(useMe().member.member_id, useApp(), code);
  const document = useDocument(key, version, () => editor.current?.flush());
  const { state, dispatch } = document;
  const [comparing, comparison] = useDisclosure(false);
  const [rejected, setRejected] = useState<{
    readonly text: string;
    readonly issues: readonly Issue[];
  }>();
  const saving = useSaving(code, (theirs) => {
    dispatch({ type: 'fetched', version: theirs });
    if (document.now().theirs) comparison.open();
    else notifications.show({ message: metadataTexts.newVersionLoaded, color: 'yellow' });
  });

  const { text } = state;
  const checked = useMemo(
    // No metadata is always valid.
    () => checkMetadata(text ?? '{}', text === null ? undefined : schema),
    [text, schema],
  );
  const serviceIssues = useMemo(
    () => shownIssuesOf(rejected?.text === text ? rejected.issues : NO_ISSUES, checked),
    [rejected, text, checked],
  );
  const issues: readonly PlacedIssue[] = [...checked.issues, ...serviceIssues];

  const send = (base: Version, sent: string): void =>
    saving.save({
      base,
      text: sent.trim(),
      toast: metadataTexts.savedToast,
      onSaved: (saved) => dispatch({ type: 'saved', version: saved, sent }),
      onRejected: (found) => setRejected({ text: sent, issues: found }),
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

    /** Saves the document, or shows the conflict or issue that prevents it. */
    save: (): void => {
      editor.current?.commit();
      const now = document.now();
      if (!mayChange || saving.pending || now.text === null || !isChanged(now)) return;
      const first = checkMetadata(now.text, schema).issues[0];
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
        onSaved: (saved) => dispatch({ type: 'loaded', version: saved }),
      });
    },

    /** Applies the resolution of a conflict. */
    resolve: (resolution: Resolution): void => {
      comparison.close();
      const { theirs, text: mine } = document.now();
      if (theirs === undefined || mine === null) return;
      if (resolution.kind === 'theirs') {
        document.keepAsDraft();
        dispatch({ type: 'loaded', version: theirs });
        notifications.show({ message: metadataTexts.draftSavedToast });
      } else if (resolution.kind === 'merge') {
        dispatch({ type: 'rebased', version: theirs, text: resolution.text });
        notifications.show({ message: metadataTexts.mergedToast });
      } else {
        dispatch({ type: 'rebased', version: theirs });
        send(theirs, mine);
      }
    },

    restoreDraft: (draft: Draft): void => {
      document.keepAsDraft();
      dispatch({ type: 'restored', base: draft.base, text: draft.text });
      document.discardDraft(draft.id);
      notifications.show({ message: metadataTexts.draftRestoredToast });
    },
  };
}

export type Editing = ReturnType<typeof useEditing>;
