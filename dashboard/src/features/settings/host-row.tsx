import { ActionIcon, Code, Group, Paper, Stack, Text, Tooltip } from '@mantine/core';
import { CircleCheck, Trash2 } from 'lucide-react';
import type { Finding } from '../../api/types.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { setup as setupTexts } from '../../texts/setup.ts';
import * as texts from '../../texts/texts.ts';
import { FindingNotes } from './finding-note.tsx';
import { findingsAt } from './findings.ts';
import { dnsRecord } from './hosts.ts';

interface HostRowProps {
  readonly host: string;
  /** Its place in the settings, by which the doctor names it. */
  readonly index: number;
  readonly findings: readonly Finding[];
  readonly onRemove: (() => void) | undefined;
}

/** One name, what DNS has to say of it, and what the doctor found. */
export function HostRow({ host, index, findings, onRemove }: HostRowProps) {
  const words = setupTexts.hosts;
  const { type, value } = dnsRecord(host, location.hostname);
  const where = `/hosts/${index}`;
  const fine = findings.filter((finding) => finding.where === where && finding.level === 'ok');
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="article" aria-label={host}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {host}
          </Text>
          {onRemove && (
            <Tooltip label={texts.remove}>
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={onRemove}
                aria-label={words.removeTitle(host)}
              >
                <Trash2 size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
        <div>
          <Text size="sm" c="dimmed">
            {words.dns}
          </Text>
          <Group gap="xs" mt={4} wrap="wrap">
            <Code>{host}</Code>
            <Code fw={600}>{type}</Code>
            {value === undefined ? (
              <Text size="sm">{words.dnsAddresses}</Text>
            ) : (
              <Group gap={2} wrap="nowrap">
                <Code>{value}</Code>
                <CopyButton value={value} what={words.dnsValue} />
              </Group>
            )}
          </Group>
        </div>
        {fine.map(({ what }) => (
          <Group key={what} gap={6} wrap="nowrap" c="var(--mantine-color-teal-text)">
            <CircleCheck size={15} aria-hidden style={{ flex: 'none' }} />
            <Text size="sm">{what}</Text>
          </Group>
        ))}
        <FindingNotes findings={findingsAt(findings, where, true)} />
      </Stack>
    </Paper>
  );
}
