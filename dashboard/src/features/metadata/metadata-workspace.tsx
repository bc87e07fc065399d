import { Group, Stack, Text } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { copyWithToast } from '../../components/use-copy.ts';
import { Confirm } from '../../components/confirm.tsx';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { useSaveKey } from '../../components/use-save-key.ts';
import type { MetadataSchemaDocument } from '../../../../server/src/domain/schema/metadata-schema.ts';
import { metadata as metadataTexts } from '../../texts/metadata.ts';
import type { Version } from './document/document-state.ts';
import { AddKey } from './editor/add-key.tsx';
import { ProblemList } from './editor/problem-list.tsx';
import { JsonEditor, type EditorHandle, type EditorMode } from './editor/json-editor.tsx';
import { VersionConflictDialog } from './merge/version-conflict-dialog.tsx';
import { MetadataNotices } from './metadata-notices.tsx';
import { MetadataToolbar, SizeMeter } from './editor/metadata-toolbar.tsx';
import { NoMetadata } from './no-metadata.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useEditing } from './document/use-editing.ts';
import { VersionsDrawer } from './versions/versions-drawer.tsx';

const NO_PATH: readonly string[] = [];

interface Confirmation {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** Something is lost. */
  readonly danger: boolean;
  readonly onConfirm: () => void;
}

interface WorkspaceProps {
  readonly code: string;
  /** The version that was loaded last. */
  readonly version: Version;
  /** What the metadata must fulfil; undefined: nothing. */
  readonly schema: MetadataSchemaDocument | undefined;
  readonly isDeleted: boolean;
}

/** The editor with its toolbar, notices and dialogs. */
export function MetadataWorkspace({ code, version, schema, isDeleted }: WorkspaceProps) {
  const mayChange = useMay('editor') && !isDeleted;
  const editor = useRef<EditorHandle>(null);
  const editing = useEditing({ code, version, schema, mayChange, editor });
  const { document, changed, checked, issues, serviceIssues, saving, replace } = editing;
  const { state, dispatch } = document;
  const { text } = state;
  const [mode, setMode] = useLocalStorage<EditorMode>({
    key: 'smartlink.metadata-mode',
    defaultValue: 'tree',
    getInitialValueInEffect: false,
  });
  const [opened, setOpened] = useState<readonly EditorMode[]>([mode]);
  if (!opened.includes(mode)) setOpened([...opened, mode]);
  const [selected, setSelected] = useState<readonly string[]>(NO_PATH);
  const fullScreen = useFullScreen(text !== null);
  const [showsVersions, { open: openVersions, close: closeVersions }] = useDisclosure(false);
  const [confirmation, setConfirmation] = useState<Confirmation>();
  useSaveKey(() => {
    // The user does not see what would be saved while another tab of the link is open.
    if (fullScreen.element.current?.checkVisibility()) editing.save();
  });

  const saved = state.theirs ?? state.base;
  const askToRevert = (): void =>
    setConfirmation({
      title: metadataTexts.revertAsk,
      text: metadataTexts.revertText,
      action: metadataTexts.revertConfirm,
      danger: true,
      onConfirm: () => dispatch({ type: 'loaded', version: saved }),
    });
  const askToRemove = (): void =>
    setConfirmation({
      title: metadataTexts.removeAsk,
      text: changed
        ? `${metadataTexts.removeText} ${metadataTexts.removeUnsaved}`
        : metadataTexts.removeText,
      action: metadataTexts.removeConfirm,
      danger: true,
      onConfirm: () => replace(null, metadataTexts.removedToast),
    });
  const restore = (number: number, old: string | null): void => {
    const apply = (): void => {
      closeVersions();
      replace(old, metadataTexts.restoredToast(number));
    };
    if (!changed) return apply();
    return setConfirmation({
      title: metadataTexts.restoreAsk(number),
      text: metadataTexts.restoreText,
      action: metadataTexts.restore,
      danger: false,
      onConfirm: apply,
    });
  };

  return (
    <Stack
      ref={fullScreen.element}
      gap="md"
      className={fullScreen.isFull ? 'metadata-full-screen' : ''}
      onKeyDown={({ key, target, currentTarget }) => {
        if (key !== 'Escape' || !(target instanceof Element)) return;
        // In the editor, Escape has other meanings. In menus and dialogs, which are outside, it closes these.
        const isOwn = currentTarget.contains(target) && target.closest('.json-editor') === null;
        if (isOwn) fullScreen.close();
      }}
    >
      <UnsavedGuard unsaved={changed} />
      <MetadataNotices
        editing={editing}
        mayChange={mayChange}
        isDeleted={isDeleted}
        saved={saved.text}
      />
      {text === null ? (
        <NoMetadata
          mayChange={mayChange}
          onStart={(start) => {
            dispatch({ type: 'replaced', text: start });
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
            isFullScreen={fullScreen.isFull}
            onFullScreen={fullScreen.toggle}
            mayChange={mayChange}
            changed={changed}
            saving={saving.pending}
            onSave={editing.save}
            onVersions={openVersions}
            onCopy={() => void copyWithToast(document.now().text ?? '')}
            onRevert={askToRevert}
            onRemove={saved.text === null ? undefined : askToRemove}
          />
          {opened.map((each) => (
            <JsonEditor
              key={each}
              ref={each === mode ? editor : null}
              text={text}
              revision={state.revision}
              mode={each}
              active={each === mode}
              readOnly={!mayChange}
              serviceIssues={serviceIssues}
              schema={schema}
              onText={(next) => dispatch({ type: 'typed', text: next })}
              onMode={setMode}
              onSelect={setSelected}
              onError={({ message }) => notifications.show({ message, color: 'red' })}
            />
          ))}
          {mayChange && mode === 'tree' && (
            <AddKey
              document={checked.node}
              selected={selected}
              onAdd={(path, value) => {
                editor.current?.add(path, value);
                setSelected(path.map(String));
              }}
            />
          )}
          <Group justify="space-between" gap="xs">
            <SizeMeter bytes={checked.bytes} keys={checked.node && checked.keys} />
            {mode === 'text' && (
              <Text size="xs" c="dimmed" visibleFrom="sm">
                {metadataTexts.keyboardHint}
              </Text>
            )}
          </Group>
          <ProblemList
            text={text}
            issues={issues}
            bytes={checked.bytes}
            showPositions={mode === 'text'}
            onShow={(issue) => editor.current?.show(issue)}
            onMinify={(next) => dispatch({ type: 'replaced', text: next })}
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
        opened={confirmation !== undefined}
        title={confirmation?.title ?? ''}
        action={confirmation?.action ?? ''}
        danger={confirmation?.danger ?? false}
        onConfirm={() => {
          setConfirmation(undefined);
          confirmation?.onConfirm();
        }}
        onClose={() => setConfirmation(undefined)}
      >
        {confirmation?.text}
      </Confirm>
    </Stack>
  );
}
