import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { CircleCheck, Trash2 } from 'lucide-react';
import type { AppHost, Finding } from '../../../api/types.ts';
import { IconAction } from '../../../components/icon-action.tsx';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { DnsRecord } from './dns-record.tsx';
import { FindingNotes } from '../doctor/finding-note.tsx';
import { findingsAt } from '../doctor/findings.ts';
import { HostProof } from './host-proof.tsx';
import { dnsRecord } from './hosts.ts';

interface HostRowProps {
  readonly host: string;
  /** Undefined: loading. */
  readonly known: AppHost | undefined;
  /** The default host of the service. */
  readonly service: string;
  /** The index in the settings, which findings of the doctor refer to. */
  readonly index: number;
  readonly findings: readonly Finding[];
  readonly onRemove: (() => void) | undefined;
}

/** One host, the DNS records that it needs, and what the doctor found. */
export function HostRow({ host, known, service, index, findings, onRemove }: HostRowProps) {
  const words = setupTexts.hosts;
  const where = `/hosts/${index}`;
  const passed = findings.filter((finding) => finding.where === where && finding.level === 'ok');
  const record = dnsRecord(host, service);
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="article" aria-label={host}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Group gap="sm">
            <Text fw={600} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {host}
            </Text>
            {known && (
              <Badge variant="dot" color={known.state === 'proven' ? 'teal' : 'orange'}>
                {words.states[known.state]}
              </Badge>
            )}
          </Group>
          {onRemove && (
            <IconAction
              label={texts.remove}
              onClick={onRemove}
              aria-label={words.removeTitle(host)}
            >
              <Trash2 size={16} />
            </IconAction>
          )}
        </Group>
        {known?.record && <HostProof host={host} record={known.record} />}
        <Stack gap="xs">
          <Text size="sm">{words.dns}</Text>
          <DnsRecord {...record} valueText={words.dnsAddresses} />
        </Stack>
        {passed.map(({ what }) => (
          <Group key={what} gap={6} wrap="nowrap" c="var(--mantine-color-teal-text)">
            <CircleCheck size={15} aria-hidden style={{ flex: 'none' }} />
            <Text size="sm">{what}</Text>
          </Group>
        ))}
        {/* The state of a pending host is already shown above. */}
        {known?.state !== 'pending' && (
          <FindingNotes findings={findingsAt(findings, where, true)} />
        )}
      </Stack>
    </Paper>
  );
}
