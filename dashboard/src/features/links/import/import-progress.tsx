import { Progress, Stack, Text } from '@mantine/core';
import { importing as words } from '../../../texts/importing.ts';
import { shared as texts } from '../../../texts/shared.ts';
import type { ImportRun } from './use-import.ts';

/** How far a check or an import is. */
export function ImportProgress({ run: { phase, step, isBusy } }: { readonly run: ImportRun }) {
  if (phase !== 'checking' && phase !== 'running' && phase !== 'stopping') return null;
  const text =
    phase === 'stopping'
      ? words.stopping
      : phase === 'checking'
        ? words.checking(step.rows)
        : words.running(step.rows);
  return (
    <Stack gap="xs">
      <Progress value={100 * step.share} aria-label={words.progressLabel} />
      <Text role="status" size="sm">
        {text} {isBusy && texts.busy}
      </Text>
      {phase !== 'checking' && (
        <Text size="sm" c="dimmed">
          {words.keepOpen}
        </Text>
      )}
    </Stack>
  );
}
