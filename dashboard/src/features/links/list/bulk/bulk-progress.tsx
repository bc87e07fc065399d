import { Progress, Stack, Text } from '@mantine/core';
import { bulk } from '../../../../texts/bulk.ts';
import { shared as texts } from '../../../../texts/shared.ts';
import type { BulkRun } from './use-bulk-run.ts';

interface BulkProgressProps {
  readonly run: BulkRun;
  /** How many links there are; undefined: unknown. */
  readonly expected: number | undefined;
}

/** How far a count or a change is. */
export function BulkProgress({ run, expected = 0 }: BulkProgressProps) {
  const { phase, totals, isBusy } = run;
  if (phase === 'checking') {
    return (
      <Stack gap="xs">
        <Progress value={100} animated aria-label={bulk.progressLabel} />
        <Text role="status" size="sm">
          {bulk.counting(totals.matched)} {isBusy && texts.busy}
        </Text>
      </Stack>
    );
  }
  if (phase !== 'running' && phase !== 'stopping') return null;
  // Links can be created in the meantime.
  const total = Math.max(expected, totals.matched);
  return (
    <Stack gap="xs">
      <Progress
        value={total === 0 ? 0 : (100 * totals.matched) / total}
        aria-label={bulk.progressLabel}
      />
      <Text role="status" size="sm">
        {phase === 'stopping' ? bulk.stopping : bulk.progress(totals.matched, total)}{' '}
        {isBusy && texts.busy}
      </Text>
      <Text size="sm" c="dimmed">
        {bulk.keepOpen}
      </Text>
    </Stack>
  );
}
