import { Box, List, Stack, Text } from '@mantine/core';
import { Changes } from '../../../../components/changes.tsx';
import { Hint } from '../../../../components/hint.tsx';
import { fieldChanges } from '../../../../lib/field-changes.ts';
import { bulk } from '../../../../texts/bulk.ts';
import type { Totals } from './change-in-steps.ts';
import type { BulkRun } from './use-bulk-run.ts';

/** How many links are named. */
const SHOWN_FAILURES = 10;

/** What a dry run counted, or what was changed when a run did not end as expected. */
export function BulkResult({ run: { phase, totals, error } }: { readonly run: BulkRun }) {
  if (phase === 'checked') return <Counted totals={totals} />;
  if (phase !== 'stopped' && phase !== 'done') return null;
  return (
    <Stack gap="xs">
      {phase === 'stopped' && (
        <Text role="status" size="sm" fw={500}>
          {error === null ? bulk.stopped(totals.changed) : bulk.interrupted(totals.changed)}
        </Text>
      )}
      <Failures totals={totals} title={bulk.failed(totals.failed)} />
    </Stack>
  );
}

function Counted({ totals }: { readonly totals: Totals }) {
  const { changed, matched, unchanged, failed, samples } = totals;
  return (
    <Stack gap="xs">
      <Text role="status" size="sm" fw={500}>
        {changed === 0 ? bulk.nothing : bulk.counted(changed, matched)}
      </Text>
      {unchanged > 0 && <Hint>{bulk.unchanged(unchanged)}</Hint>}
      <Failures totals={totals} title={bulk.cannot(failed)} />
      {samples.length > 0 && (
        <Box>
          <Text size="sm">{bulk.samples}</Text>
          {samples.map(({ code, before, after }) => (
            <Box key={code} mt="xs">
              <Text size="sm" ff="monospace" fw={600}>
                {code}
              </Text>
              <Changes changes={fieldChanges({ routes: before }, { routes: after })} />
            </Box>
          ))}
        </Box>
      )}
    </Stack>
  );
}

function Failures({ totals, title }: { readonly totals: Totals; readonly title: string }) {
  const { failed, failures } = totals;
  if (failed === 0) return null;
  const shown = failures.slice(0, SHOWN_FAILURES);
  return (
    <Box>
      <Text size="sm">{title}</Text>
      <List size="sm" mt={4}>
        {shown.map(({ code, problem }) => (
          <List.Item key={code}>
            <Text span inherit ff="monospace">
              {code}
            </Text>
            :{' '}
            {problem.errors
              ?.map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`)
              .join(', ') ?? problem.detail}
          </List.Item>
        ))}
        {failed > shown.length && <List.Item>{bulk.moreFailed(failed - shown.length)}</List.Item>}
      </List>
    </Box>
  );
}
