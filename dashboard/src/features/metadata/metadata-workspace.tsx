import { Group, Stack, Text } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { copyWithToast } from '../../components/copy-with-toast.ts';
import { Confirm } from '../../components/confirm.tsx';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { useSaveKey } from '../../components/use-save-key.ts';
import { metadata as words } from '../../texts/metadata.ts';
import type { Version } from './document/document-state.ts';
import { ProblemList } from './editor/problem-list.tsx';
import { JsonEditor, type EditorHandle, type EditorMode } from './editor/json-editor.tsx';
import { VersionConflictDialog } from './merge/version-conflict-dialog.tsx';
import { MetadataNotices } from './metadata-notices.tsx';
import { MetadataToolbar, SizeMeter } from './editor/metadata-toolbar.tsx';
import { NoMetadata } from './no-metadata.tsx';
import { useEditing } from './document/use-editing.ts';
import { VersionsDrawer } from './versions/versions-drawer.tsx';

/** An action that needs confirmation. */
interface Question {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** Something is lost. */
  readonly danger: boolean;
  readonly act: () => void;
}

interface WorkspaceProps {
  readonly code: string;
  /** The version that was loaded last. */
  readonly version: Version;
}

/** The editor and everything around it. */
export function MetadataWorkspace({ code, version }: WorkspaceProps) {
  const mayChange = useMay('editor');
  const editor = useRef<EditorHandle>(null);
  const editing = useEditing({ code, version, mayChange, editor });
  const { document, changed, checked, issues, serviceIssues, saving, replace } = editing;
  const { state, act } = document;
  const { text } = state;
  const [mode, setMode] = useLocalStorage<EditorMode>({
    key: 'smartlink.metadata-mode',
    defaultValue: 'tree',
    getInitialValueInEffect: false,
  });
  const [showsVersions, { open: openVersions, close: closeVersions }] = useDisclosure(false);
  const [question, setQuestion] = useState<Question>();
  useSaveKey(editing.save);

  const saved = state.theirs ?? state.base;
  const askToRevert = (): void =>
    setQuestion({
      title: words.revertAsk,
      text: words.revertText,
      action: words.revertConfirm,
      danger: true,
      act: () => act({ type: 'loaded', version: saved }),
    });
  const askToRemove = (): void =>
    setQuestion({
      title: words.removeAsk,
      text: changed ? `${words.removeText} ${words.removeUnsaved}` : words.removeText,
      action: words.removeConfirm,
      danger: true,
      act: () => replace(null, words.removedToast),
    });
  const restore = (number: number, old: string | null): void => {
    const apply = (): void => {
      closeVersions();
      replace(old, words.restoredToast(number));
    };
    if (!changed) return apply();
    return setQuestion({
      title: words.restoreAsk(number),
      text: words.restoreText,
      action: words.restore,
      danger: false,
      act: apply,
    });
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
          onVersions={openVersions}
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
            onVersions={openVersions}
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
        code={code}
        opened={showsVersions}
        onClose={closeVersions}
        now={saved.text}
        mayChange={mayChange}
        onRestore={restore}
      />
      {editing.comparing && state.theirs && text !== null && (
        <VersionConflictDialog
          code={code}
          base={state.base.text}
          mine={text}
          theirs={state.theirs.text}
          onResolve={editing.resolve}
          onClose={editing.comparison.close}
        />
      )}
      <Confirm
        opened={question !== undefined}
        title={question?.title ?? ''}
        action={question?.action ?? ''}
        danger={question?.danger ?? false}
        onConfirm={() => {
          setQuestion(undefined);
          question?.act();
        }}
        onClose={() => setQuestion(undefined)}
      >
        {question?.text}
      </Confirm>
    </Stack>
  );
}
