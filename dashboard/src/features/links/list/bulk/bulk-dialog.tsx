import '../../../../components/mantine-more.css';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { ErrorAlert } from '../../../../components/error-alert.tsx';
import { RunProgress } from '../../../../components/run-progress.tsx';
import type { Phase } from '../../../../components/use-step-run.ts';
import { bulk } from '../../../../texts/bulk.ts';
import { shared as texts } from '../../../../texts/shared.ts';
import { TagsField } from '../../tags-field.tsx';
import { changeOf, needsTags, type BulkAction } from './bulk-action.ts';
import { BulkResult } from './bulk-result.tsx';
import type { Target, Totals } from './change-in-steps.ts';
import { useBulkRun } from './use-bulk-run.ts';

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly target: Target;
  /** Some links were changed. `isComplete`: there is nothing left to do or to read. */
  readonly onChanged: (totals: Totals, isComplete: boolean) => void;
  readonly onClose: (phase: Phase) => void;
  /** The dialog disappeared during the change. */
  readonly onLeft: (totals: Totals, isComplete: boolean) => void;
}

const BUSY: readonly Phase[] = ['running', 'stopping'];

/** A change of many links: asks for tags, counts, asks for confirmation, and shows the progress and the result. */
export function BulkDialog({ action, target, onChanged, onClose, onLeft }: BulkDialogProps) {
  const [tags, setTags] = useState<string[]>([]);
  const run = useBulkRun(target, changeOf(action, tags), onLeft);
  const { phase, totals } = run;
  const [isMissing, setIsMissing] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const isBusy = BUSY.includes(phase);
  // The number of selected links is known. How many a filter or the templates change is not.
  const needsCount = 'filter' in target || action === 'templates';
  const start = useEffectEvent(() => {
    if (needsCount && !needsTags(action)) run.check();
  });
  useEffect(() => start(), []);
  const finish = useEffectEvent(() => {
    if (phase === 'done') onChanged(totals, totals.failed === 0);
    if (phase === 'stopped' && totals.changed > 0) onChanged(totals, false);
    // The pressed button is gone.
    if (document.activeElement === document.body) body.current?.focus();
  });
  useEffect(() => finish(), [phase]);
  // Another search also ends the change, because it replaces the list with its dialog.
  useBlocker({ shouldBlockFn: () => true, disabled: !isBusy });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (phase === 'idle' && needsTags(action) && tags.length === 0) {
      setIsMissing(true);
    } else if (phase === 'idle' && needsCount) run.check();
    else run.start();
  };
  const close = (): void => onClose(phase);
  const count = 'codes' in target && action !== 'templates' ? target.codes.length : undefined;
  const total = run.counted?.changed ?? count;
  // Links can be created in the meantime.
  const expected = Math.max(run.counted?.matched ?? count ?? 0, totals.matched);
  const isAsking = phase === 'idle' || phase === 'checked';
  const canApply = isAsking && (total === undefined || total > 0);
  return (
    <Modal
      opened
      onClose={close}
      title={phase === 'done' ? bulk.done[action](totals.changed) : bulk.title[action]}
      centered
      closeOnEscape={!isBusy}
      closeOnClickOutside={false}
      withCloseButton={!isBusy}
    >
      <form onSubmit={submit} noValidate>
        <Stack ref={body} tabIndex={-1} style={{ outline: 'none' }}>
          {isAsking && <Text size="sm">{bulk.lead[action]}</Text>}
          {phase === 'idle' && needsTags(action) && (
            <TagsField
              isFirst
              value={tags}
              onChange={(next) => {
                setTags(next);
                setIsMissing(false);
              }}
              {...(isMissing && { error: bulk.tagsMissing })}
            />
          )}
          {phase === 'idle' && count !== undefined && (
            <Text size="sm" fw={500}>
              {bulk.selectedCount(count)}
            </Text>
          )}
          {phase === 'checking' && (
            <RunProgress
              label={bulk.progressLabel}
              done={undefined}
              text={bulk.counting(totals.matched)}
              isBusy={run.isBusy}
            />
          )}
          {isBusy && (
            <RunProgress
              label={bulk.progressLabel}
              done={(100 * totals.matched) / Math.max(1, expected)}
              text={phase === 'stopping' ? bulk.stopping : bulk.progress(totals.matched, expected)}
              isBusy={run.isBusy}
              hint={bulk.keepOpen}
            />
          )}
          <BulkResult run={run} />
          <ErrorAlert error={run.error} />
          <Group justify="flex-end" gap="xs">
            {isBusy ? (
              <Button variant="default" onClick={run.stop} loading={phase === 'stopping'}>
                {bulk.stop}
              </Button>
            ) : (
              <Button
                variant="default"
                onClick={close}
                data-autofocus={needsTags(action) ? undefined : true}
              >
                {isAsking || phase === 'checking' ? texts.cancel : texts.close}
              </Button>
            )}
            {canApply && (
              <Button type="submit" {...(action === 'delete' && { color: 'red' })}>
                {total === undefined ? bulk.count : bulk.confirm[action](total)}
              </Button>
            )}
            {phase === 'stopped' && (
              <Button
                onClick={() =>
                  run.counted === undefined && needsCount ? run.check() : run.start()
                }
              >
                {bulk.continue}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
