import { Group, Stack, Text } from '@mantine/core';
import { Hint } from '../../../components/hint.tsx';
import type { Finding } from '../../../api/types.ts';
import { FindingSign, levelColor } from './finding-sign.tsx';
import { withoutPlatform } from './findings.ts';
import { capitalized } from '../../../lib/issues.ts';

/** The findings of the doctor, beside the field that they are about. */
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
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" c={levelColor(level)}>
      <FindingSign level={level} size={15} />
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm">{capitalized(withoutPlatform(finding.what))}</Text>
        {finding.fix !== null && <Hint size="xs">{capitalized(finding.fix)}</Hint>}
      </div>
    </Group>
  );
}
