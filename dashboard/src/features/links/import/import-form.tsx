import { Button, Group, Switch } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useApp } from '../../../api/session.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ButtonLink } from '../../../components/link.tsx';
import { Panel } from '../../../components/panel.tsx';
import { RunProgress } from '../../../components/run-progress.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { importing as words } from '../../../texts/importing.ts';
import type { ChosenFile } from './chosen-file.ts';
import { ColumnFields } from './column-fields.tsx';
import { doubledFields, guessedMapping, type Mapping } from './import-fields.ts';
import { ImportResult } from './import-result.tsx';
import { useImport } from './use-import.ts';

/** `running`: it must not be replaced; `partly`: only some of its rows may be imported. */
export type FileProgress = 'none' | 'running' | 'partly';

interface ImportFormProps {
  readonly chosen: ChosenFile;
  readonly onProgress: (progress: FileProgress) => void;
}

/** What the columns set; then the rows are checked and imported. */
export function ImportForm({ chosen, onProgress }: ImportFormProps) {
  const { file, header, samples } = chosen;
  const app = useApp();
  const [mapping, setMapping] = useState<Mapping>(() => guessedMapping(header));
  const [wantsUpsert, setUpsert] = useState(false);
  const hasId = mapping.includes('external_id');
  const upsert = wantsUpsert && hasId;
  const doubled = useMemo(() => doubledFields(mapping), [mapping]);
  const run = useImport(file, { mapping, upsert });
  const { phase, step } = run;
  const isRunning = phase === 'checking' || phase === 'running' || phase === 'stopping';
  // Another plan would not continue the same import.
  const isFixed = isRunning || phase === 'stopped' || phase === 'done';
  const isReady = mapping.includes('uri') && doubled.size === 0;
  const importable = step.rows - step.counts.failed;
  const progress = isRunning ? 'running' : phase === 'stopped' ? 'partly' : 'none';
  useEffect(() => onProgress(progress), [progress, onProgress]);
  return (
    <>
      <UnsavedGuard unsaved={phase === 'running' || phase === 'stopping' || phase === 'stopped'} />
      <Panel title={words.columns} lead={words.columnsLead}>
        <ColumnFields
          header={header}
          samples={samples}
          mapping={mapping}
          doubled={doubled}
          disabled={isFixed}
          onChange={(next) => {
            setMapping(next);
            run.reset();
          }}
        />
        <Switch
          label={words.upsert}
          description={hasId ? words.upsertHint : words.upsertNeeds}
          checked={upsert}
          disabled={!hasId || isFixed}
          onChange={(event) => {
            setUpsert(event.currentTarget.checked);
            run.reset();
          }}
        />
      </Panel>
      {isRunning && (
        <RunProgress
          label={words.progressLabel}
          done={100 * step.share}
          text={
            phase === 'stopping'
              ? words.stopping
              : words[phase === 'checking' ? 'checking' : 'running'](step.rows)
          }
          isBusy={run.isBusy}
          hint={phase === 'checking' ? undefined : words.keepOpen}
        />
      )}
      <ImportResult run={run} header={header} mapping={mapping} />
      <ErrorAlert error={run.error} />
      {phase === 'idle' && <Hint>{words.checkHint}</Hint>}
      <Group>
        {phase === 'idle' && (
          <Button onClick={run.check} disabled={!isReady}>
            {words.check}
          </Button>
        )}
        {phase === 'checked' && (
          <Button onClick={run.start} disabled={importable === 0}>
            {words.start(importable)}
          </Button>
        )}
        {phase === 'stopped' && <Button onClick={run.start}>{words.continue}</Button>}
        {isRunning && (
          <Button variant="default" onClick={run.stop} disabled={phase === 'stopping'}>
            {words.stop}
          </Button>
        )}
        {phase === 'done' && (
          <ButtonLink to="/$app/links" params={{ app }}>
            {words.toLinks}
          </ButtonLink>
        )}
      </Group>
    </>
  );
}
