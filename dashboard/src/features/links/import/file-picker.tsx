import { Alert, Group, Paper, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { FileSpreadsheet } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { FileChoice } from '../../../components/file-choice.tsx';
import { Hint } from '../../../components/hint.tsx';
import { importing as words } from '../../../texts/importing.ts';
import classes from './file-picker.module.css';

interface FilePickerProps {
  readonly name: string | undefined;
  readonly issue: string | undefined;
  readonly disabled: boolean;
  readonly onChoose: (file: File) => void;
}

export function FilePicker({ name, issue, disabled, onChoose }: FilePickerProps) {
  const [isOver, setOver] = useState(false);
  // A file that is dropped beside the area would replace the page.
  useWindowEvent('dragover', (event) => event.preventDefault());
  useWindowEvent('drop', (event) => event.preventDefault());
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !disabled) onChoose(file);
  };
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      className={classes.zone ?? ''}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack gap="sm">
        <Group gap="sm">
          <FileSpreadsheet size={22} aria-hidden color="var(--mantine-color-dimmed)" />
          <Text style={{ overflowWrap: 'anywhere' }} fw={name === undefined ? 400 : 600}>
            {name ?? words.drop}
          </Text>
        </Group>
        {name === undefined && <Hint>{words.dropHint}</Hint>}
        {issue !== undefined && (
          <Alert color="red" role="alert">
            {issue}
          </Alert>
        )}
        <Group>
          <FileChoice
            label={words.file}
            accept=".csv,.tsv,.txt,text/csv"
            disabled={disabled}
            onChoose={onChoose}
          >
            {name === undefined ? words.choose : words.chooseOther}
          </FileChoice>
        </Group>
      </Stack>
    </Paper>
  );
}
