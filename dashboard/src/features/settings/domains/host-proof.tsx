import { Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { RefreshCw } from 'lucide-react';
import type { AppHost } from '../../../api/types.ts';
import { RoleButton } from '../../../components/role-button.tsx';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { DnsRecord } from './dns-record.tsx';
import { useCheckHost } from './check-host.ts';

interface HostProofProps {
  readonly host: string;
  readonly record: NonNullable<AppHost['record']>;
}

/** The DNS record that verifies a pending host, and a button that checks it. */
export function HostProof({ host, record }: HostProofProps) {
  const words = setupTexts.hosts;
  const check = useCheckHost(host, () => {
    notifications.show({ title: texts.saved, message: words.activated(host), color: 'teal' });
  });
  const result = check.data?.result;
  return (
    <Stack gap="xs">
      <Text size="sm">{words.prove}</Text>
      <DnsRecord {...record} />
      <Group gap="sm" mt={4}>
        <RoleButton
          needs="owner"
          variant="default"
          size="xs"
          leftSection={<RefreshCw size={14} aria-hidden />}
          loading={check.isPending}
          onClick={() => check.mutate()}
          aria-label={words.checkOf(host)}
        >
          {words.check}
        </RoleButton>
        <Text
          size="sm"
          role="status"
          flex="1 1 240px"
          c={`var(--mantine-color-${check.isError ? 'red' : 'orange'}-text)`}
        >
          {check.isError && check.error.message}
          {result !== undefined && result !== 'proven' && words.results[result](record.name)}
        </Text>
      </Group>
    </Stack>
  );
}
