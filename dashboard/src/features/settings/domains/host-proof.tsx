import { Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { hostsQuery } from '../../../api/hosts-query.ts';
import { useApp } from '../../../api/session.ts';
import type { AppHost, AppHosts, CheckedHost } from '../../../api/types.ts';
import { RoleButton } from '../../../components/role-button.tsx';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { DnsRecord } from './dns-record.tsx';

interface HostProofProps {
  readonly host: string;
  readonly record: NonNullable<AppHost['record']>;
}

/** The DNS record that verifies a pending host, and a button that checks it. */
export function HostProof({ host, record }: HostProofProps) {
  const words = setupTexts.hosts;
  const check = useCheckHost(host);
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

/** Checks the DNS record of a host. */
function useCheckHost(host: string) {
  const app = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (await call('POST', 'hosts/{host}/check', { app, params: { host } })).data,
    onSuccess: (checked) => {
      queries.setQueryData(hostsQuery(app).queryKey, (known) => known && withHost(known, checked));
      if (checked.result !== 'proven') return;
      void queries.resetQueries({ queryKey: ['doctor', app, true] });
      const message = setupTexts.hosts.activated(host);
      notifications.show({ title: texts.saved, message, color: 'teal' });
    },
  });
}

function withHost(known: AppHosts, { host }: CheckedHost): AppHosts {
  const hosts = known.hosts.map((one): AppHost => (one.host === host.host ? host : one));
  return { ...known, hosts };
}
