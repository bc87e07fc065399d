import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Users } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { Fault } from '../../api/problem.ts';
import { useMay, useMe } from '../../app/session.ts';
import { Trouble } from '../../components/trouble.tsx';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { texts } from '../../texts/texts.ts';
import { AskFirst, type Question } from './ask-first.tsx';
import { isChanged, type Version } from './document-state.ts';
import { DraftOffer } from './draft-offer.tsx';
import { draftsKey, type Draft } from './drafts.ts';
import { FaultList } from './fault-list.tsx';
import { JsonEditor, type EditorHandle, type EditorMode } from './json-editor.tsx';
import { MeanwhileDialog, type Resolution } from './meanwhile-dialog.tsx';
import { checkMetadata } from './metadata-rules.ts';
import { MetadataToolbar, SizeMeter } from './metadata-toolbar.tsx';
import { NoMetadata } from './no-metadata.tsx';
import { shownFaultsOf, type ShownFault } from './shown-faults.ts';
import { useDocument } from './use-document.ts';
import { isAboutDocument, useSaving } from './use-saving.ts';
import { VersionsDrawer } from './versions-drawer.tsx';

const words = texts.metadata;
const NO_FAULTS: readonly Fault[] = [];

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
  const document = useDocument(key, version, () => editor.current?.flush());
  const { state, act } = document;
  const [mode, setMode] = useLocalStorage<EditorMode>({
    key: 'smartlink.metadata-mode',
    defaultValue: 'tree',
    getInitialValueInEffect: false,
  });
  const [comparing, { open: compare, close: stopComparing }] = useDisclosure(false);
  const [looking, { open: look, close: stopLooking }] = useDisclosure(false);
  const [question, setQuestion] = useState<Question>();
  const [refused, setRefused] = useState<{ readonly text: string; readonly faults: readonly Fault[] }>();
  const saving = useSaving(app, code, (theirs) => {
    act({ type: 'fetched', version: theirs });
    compare();
  });

  const { text } = state;
  const changed = isChanged(state);
  const checked = useMemo(() => checkMetadata(text ?? ''), [text]);
  const serviceFaults = useMemo(
    () => shownFaultsOf(refused?.text === text ? refused.faults : NO_FAULTS, checked),
    [refused, text, checked],
  );
  const faults: readonly ShownFault[] = [...checked.faults, ...serviceFaults];

  const send = (base: Version, sent: string): void =>
    saving.save({
      base,
      text: sent.trim(),
      toast: words.savedToast,
      onSaved: (saved) => act({ type: 'saved', version: saved, sent }),
      onRefused: (found) => setRefused({ text: sent, faults: found }),
    });
  const save = (): void => {
    const now = document.now();
    if (!mayChange || saving.pending || now.text === null || !isChanged(now)) return;
    const first = checkMetadata(now.text).faults[0];
    if (now.theirs) compare();
    else if (first) editor.current?.show(first);
    else send(now.base, now.text);
  };
  useHotkeys([['mod+S', save]], [], true);

  /** Another document in place of this one; what is not saved stays as a draft. */
  const replace = (next: string | null, toast: string): void => {
    document.setAside();
    saving.save({
      base: state.theirs ?? state.base,
      text: next,
      toast,
      onSaved: (saved) => act({ type: 'loaded', version: saved }),
    });
  };
  const bringBack = (number: number, old: string | null): void => {
    const then = (): void => {
      stopLooking();
      replace(old, words.broughtBackToast(number));
    };
    if (!changed) then();
    else {
      setQuestion({
        title: words.bringBackAsk(number),
        text: words.bringBackText,
        confirm: words.bringBack,
        then,
      });
    }
  };
  const resolve = (resolution: Resolution): void => {
    stopComparing();
    const { theirs, text: mine } = document.now();
    if (theirs === undefined || mine === null) return;
    if (resolution.kind === 'theirs') {
      document.setAside();
      act({ type: 'loaded', version: theirs });
      notifications.show({ message: words.draftAsideToast });
    } else if (resolution.kind === 'merge') {
      act({ type: 'rebased', version: theirs, text: resolution.text });
      notifications.show({ message: words.mergedToast });
    } else {
      act({ type: 'rebased', version: theirs });
      send(theirs, mine);
    }
  };
  const takeUp = (draft: Draft): void => {
    document.setAside();
    act({ type: 'taken-up', base: draft.base, text: draft.text });
    document.discardDraft(draft.id);
    notifications.show({ message: words.draftTakenToast });
  };

  const saved = (state.theirs ?? state.base).text;
  return (
    <Stack gap="md">
      <UnsavedGuard unsaved={changed} />
      {!mayChange && <Text c="dimmed">{words.readOnly}</Text>}
      {!isAboutDocument(saving.error) && <Trouble error={saving.error} />}
      {state.theirs && (
        <Alert icon={<Users size={18} />} color="yellow" title={words.meanwhileTitle} role="alert">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{words.meanwhileText}</Text>
            <Button size="xs" onClick={compare}>
              {words.meanwhileShow}
            </Button>
          </Group>
        </Alert>
      )}
      {mayChange &&
        document.drafts.map((draft) => (
          <DraftOffer
            key={draft.id}
            draft={draft}
            saved={saved}
            onTakeUp={() => takeUp(draft)}
            onDiscard={() => document.discardDraft(draft.id)}
          />
        ))}
      {text === null ? (
        <NoMetadata
          mayChange={mayChange}
          onStart={(start) => act({ type: 'replaced', text: start })}
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
            onSave={save}
            onVersions={look}
            onCopy={() => void navigator.clipboard.writeText(document.now().text ?? '')}
            onRevert={() =>
              setQuestion({
                title: words.revertAsk,
                text: words.revertText,
                confirm: words.revertConfirm,
                then: () => act({ type: 'loaded', version: state.theirs ?? state.base }),
              })
            }
            onRemove={
              saved === null
                ? undefined
                : () =>
                    setQuestion({
                      title: words.removeAsk,
                      text: changed ? `${words.removeText} ${words.removeUnsaved}` : words.removeText,
                      confirm: words.removeConfirm,
                      then: () => replace(null, words.removedToast),
                    })
            }
          />
          <JsonEditor
            ref={editor}
            text={text}
            revision={state.revision}
            mode={mode}
            readOnly={!mayChange}
            serviceFaults={serviceFaults}
            onText={(next) => act({ type: 'typed', text: next })}
            onMode={setMode}
            onError={({ message }) => notifications.show({ message, color: 'red' })}
          />
          <Group justify="space-between" gap="xs">
            <SizeMeter bytes={checked.bytes} keys={checked.keys} />
            {mode === 'text' && (
              <Text size="xs" c="dimmed" visibleFrom="sm">
                {words.keyHint}
              </Text>
            )}
          </Group>
          <FaultList
            text={text}
            faults={faults}
            bytes={checked.bytes}
            onShow={(fault) => editor.current?.show(fault)}
            onCompact={(next) => act({ type: 'replaced', text: next })}
          />
        </>
      )}
      <VersionsDrawer
        app={app}
        code={code}
        opened={looking}
        onClose={stopLooking}
        now={saved}
        mayChange={mayChange}
        onBringBack={bringBack}
      />
      {comparing && state.theirs && text !== null && (
        <MeanwhileDialog
          app={app}
          code={code}
          base={state.base.text}
          mine={text}
          theirs={state.theirs.text}
          onResolve={resolve}
          onClose={stopComparing}
        />
      )}
      <AskFirst question={question} onClose={() => setQuestion(undefined)} />
    </Stack>
  );
}
