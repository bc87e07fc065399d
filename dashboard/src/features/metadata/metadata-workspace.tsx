import { Group, Stack, Text } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { useMay, useMe } from '../../api/session.ts';
import { copyWithToast } from '../../components/copy-with-toast.ts';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { metadata as metadataTexts } from '../../texts/metadata.ts';
import { ConfirmDialog, type Question } from './editor/confirm-dialog.tsx';
import type { Version } from './document/document-state.ts';
import { draftsKey } from './document/drafts.ts';
import { ProblemList } from './editor/problem-list.tsx';
import { JsonEditor, type EditorHandle, type EditorMode } from './editor/json-editor.tsx';
import { VersionConflictDialog } from './merge/version-conflict-dialog.tsx';
import { MetadataNotices } from './metadata-notices.tsx';
import { MetadataToolbar, SizeMeter } from './editor/metadata-toolbar.tsx';
import { NoMetadata } from './no-metadata.tsx';
import { useEditing } from './document/use-editing.ts';
import { useSaveKey } from './document/use-save-key.ts';
import { VersionsDrawer } from './versions/versions-drawer.tsx';

const words = metadataTexts;

interface WorkspaceProps {
  readonly app: string;
  readonly code: string;
  /** As the service had it when it was last asked. */
  readonly version: Version;
}

/** The editor and everything around it. */
export function MetadataWorkspace({ app, code, version }: WorkspaceProps) {
  const mayChange = useMay('editor');
  const key = draftsKey(useMe().member.member_id, app, code);
  const editor = useRef<EditorHandle>(null);
  const editing = useEditing({ app, code, version, mayChange, draftsKey: key, editor });
  const { document, changed, checked, issues, serviceIssues, saving, replace } = editing;
  const { state, act } = document;
  const { text } = state;
  const [mode, setMode] = useLocalStorage<EditorMode>({
    key: 'smartlink.metadata-mode',
    defaultValue: 'tree',
    getInitialValueInEffect: false,
  });
  const [looking, { open: look, close: stopLooking }] = useDisclosure(false);
  const [question, setQuestion] = useState<Question>();
  useSaveKey(editing.save);

  const saved = state.theirs ?? state.base;
  const askToRevert = (): void =>
    setQuestion({
      title: words.revertAsk,
      text: words.revertText,
      confirm: words.revertConfirm,
      takesAway: true,
      act: () => act({ type: 'loaded', version: saved }),
    });
  const askToRemove = (): void =>
    setQuestion({
      title: words.removeAsk,
      text: changed ? `${words.removeText} ${words.removeUnsaved}` : words.removeText,
      confirm: words.removeConfirm,
      takesAway: true,
      act: () => replace(null, words.removedToast),
    });
  const bringBack = (number: number, old: string | null): void => {
    const bring = (): void => {
      stopLooking();
      replace(old, words.broughtBackToast(number));
    };
    if (!changed) return bring();
    const [title, confirm] = [words.bringBackAsk(number), words.bringBack];
    return setQuestion({ title, text: words.bringBackText, confirm, takesAway: false, act: bring });
  };

  return (
    <Stack gap="md">
      <UnsavedGuard unsaved={changed} />
      <MetadataNotices editing={editing} mayChange={mayChange} saved={saved.text} />
      {text === null ? (
        <NoMetadata
          mayChange={mayChange}
          onStart={(start) => {
            act({ type: 'replaced', text: start });
            requestAnimationFrame(() => editor.current?.focus());
          }}
          onVersions={look}
        />
      ) : (
        <>
          <MetadataToolbar
            mode={mode}
            onMode={(next) => {
              editor.current?.flush();
              setMode(next);
            }}
            mayChange={mayChange}
            changed={changed}
            saving={saving.pending}
            onSave={editing.save}
            onVersions={look}
            onCopy={() => void copyWithToast(document.now().text ?? '')}
            onRevert={askToRevert}
            onRemove={saved.text === null ? undefined : askToRemove}
          />
          <JsonEditor
            ref={editor}
            text={text}
            revision={state.revision}
            mode={mode}
            readOnly={!mayChange}
            serviceIssues={serviceIssues}
            onText={(next) => act({ type: 'typed', text: next })}
            onMode={setMode}
            onError={({ message }) => notifications.show({ message, color: 'red' })}
          />
          <Group justify="space-between" gap="xs">
            <SizeMeter bytes={checked.bytes} keys={checked.node && checked.keys} />
            {mode === 'text' && (
              <Text size="xs" c="dimmed" visibleFrom="sm">
                {words.keyHint}
              </Text>
            )}
          </Group>
          <ProblemList
            text={text}
            issues={issues}
            bytes={checked.bytes}
            places={mode === 'text'}
            onShow={(issue) => editor.current?.show(issue)}
            onCompact={(next) => act({ type: 'replaced', text: next })}
          />
        </>
      )}
      <VersionsDrawer
        app={app}
        code={code}
        opened={looking}
        onClose={stopLooking}
        now={saved.text}
        mayChange={mayChange}
        onBringBack={bringBack}
      />
      {editing.comparing && state.theirs && text !== null && (
        <VersionConflictDialog
          app={app}
          code={code}
          base={state.base.text}
          mine={text}
          theirs={state.theirs.text}
          onResolve={editing.resolve}
          onClose={editing.comparison.close}
        />
      )}
      <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
    </Stack>
  );
}
