import { Group, Stack, Text } from '@mantine/core';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { Finding } from '../../../api/types.ts';
import { withoutPlatform } from './findings.ts';
import { capitalised } from '../../../lib/issues.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';

const SIGNS = { error: CircleAlert, warning: TriangleAlert, hint: Info, ok: Info };
const COLORS = { error: 'red', warning: 'orange', hint: 'blue', ok: 'teal' };

/** What the doctor found, beside the field that it is about. */
export function FindingNotes({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <Stack gap={6} mt={6}>
      {findings.map((finding) => (
        <FindingNote key={`${finding.where} ${finding.what}`} finding={finding} />
      ))}
    </Stack>
  );
}

function FindingNote({ finding }: { readonly finding: Finding }) {
  const { level } = finding;
  const Sign = SIGNS[level];
  return (
    <Group
      gap={6}
      wrap="nowrap"
      align="flex-start"
      c={`var(--mantine-color-${COLORS[level]}-text)`}
    >
      <Sign
        size={15}
        style={{ flex: 'none', marginTop: 2 }}
        role="img"
        aria-label={setupTexts.doctor.levels[level]}
      />
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm">{capitalised(withoutPlatform(finding.what))}</Text>
        {finding.fix !== null && (
          <Text size="xs" c="dimmed">
            {capitalised(finding.fix)}
          </Text>
        )}
      </div>
    </Group>
  );
}
