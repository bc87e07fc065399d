import { Alert, Button, Group, List, Text } from '@mantine/core';
import { Download, TriangleAlert } from 'lucide-react';
import { Hint } from '../../../components/hint.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, Rows } from '../../../components/rows.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { number } from '../../../texts/counted.ts';
import { importing as words } from '../../../texts/importing.ts';
import { failedRowsCsv } from './failed-rows.ts';
import type { Mapping } from './import-fields.ts';
import type { FailedRow, Suspects } from './import-in-steps.ts';
import type { ImportRun } from './use-import.ts';

interface ImportResultProps {
  readonly run: ImportRun;
  readonly header: readonly string[];
  readonly mapping: Mapping;
}

const COUNTS = ['created', 'updated', 'existing', 'failed'] as const;
/** Rows whose errors are shown. */
const SHOWN_ROWS = 100;

/** What a check found, or what was imported. */
export function ImportResult({ run, header, mapping }: ImportResultProps) {
  const { phase, step, error } = run;
  if (phase !== 'checked' && phase !== 'stopped' && phase !== 'done') return null;
  const isDryRun = phase === 'checked';
  const { counts, failures, suspects } = step;
  return (
    <Panel title={isDryRun ? words.checked : words.done}>
      {phase === 'stopped' && (
        <div>
          <Text fw={500} role="status">
            {error === null ? words.stopped(step.rows) : words.interrupted(step.rows)}
          </Text>
          <Hint>{words.nothingTwice}</Hint>
        </div>
      )}
      <div role="status">
        <List>
          {COUNTS.filter((name) => counts[name] > 0 || name === 'created').map((name) => (
            <List.Item key={name}>{words.counts[name](counts[name], isDryRun)}</List.Item>
          ))}
        </List>
      </div>
      {isDryRun && suspects.count > 0 && <SuspectsAlert suspects={suspects} />}
      {failures.length > 0 && <Failures failures={failures} header={header} mapping={mapping} />}
    </Panel>
  );
}

function SuspectsAlert({ suspects: { count, first } }: { readonly suspects: Suspects }) {
  return (
    <Alert
      color="orange"
      icon={<TriangleAlert size={18} aria-hidden />}
      title={words.withoutScheme(count)}
    >
      <Text size="sm">{words.withoutSchemeText(count)}</Text>
      <List size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        {first.map(({ row, address }) => (
          <List.Item key={row}>{words.meant(row, address)}</List.Item>
        ))}
      </List>
      {count > first.length && (
        <Text size="sm" mt="xs">
          {words.more(count - first.length)}
        </Text>
      )}
    </Alert>
  );
}

interface FailuresProps extends Pick<ImportResultProps, 'header' | 'mapping'> {
  readonly failures: readonly FailedRow[];
}

function Failures({ failures, header, mapping }: FailuresProps) {
  const shown = failures.slice(0, SHOWN_ROWS);
  const columnOf = (field: string): string => {
    const index = mapping.findIndex((one) => one === field);
    return header[index] ?? (field === '' ? words.wholeRow : field);
  };
  const download = (): void => {
    const blob = new Blob([...failedRowsCsv(header, failures)], { type: 'text/csv' });
    saveFile(blob, words.failedFile);
  };
  return (
    <>
      <Rows label={words.errors} columns={[words.row, words.column, words.error]}>
        {shown.flatMap(({ row, issues }) =>
          issues.map(({ field, detail }) => (
            <Row key={`${row} ${field} ${detail}`}>
              <Cell label={words.row}>{number(row)}</Cell>
              <Cell label={words.column}>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {columnOf(field)}
                </Text>
              </Cell>
              <Cell label={words.error}>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {detail}
                </Text>
              </Cell>
            </Row>
          )),
        )}
      </Rows>
      {failures.length > shown.length && (
        <Text size="sm">{words.moreErrors(failures.length - shown.length)}</Text>
      )}
      <Group>
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          onClick={download}
        >
          {words.download}
        </Button>
      </Group>
      <Hint>{words.downloadHint}</Hint>
    </>
  );
}
