import { Badge, Box, Button, Divider, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { call, get } from '../../api/call.ts';
import { ignoreNotFound } from '../../api/problem.ts';
import type { Session } from '../../api/types.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/time.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { account as accountTexts } from '../../texts/account.ts';
import { browserName, type BrowserName } from './browser-name.ts';

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => get('sessions', { signal }),
});

/** The sessions of the user: the current one first, then the most recently used. */
export function Sessions() {
  const list = useQuery(sessionsQuery);
  const sessions = (list.data?.sessions ?? []).toSorted(
    (a, b) => Number(b.own) - Number(a.own) || (a.last_seen_at < b.last_seen_at ? 1 : -1),
  );
  const others = sessions.filter(({ own }) => !own);
  return (
    <Panel
      title={accountTexts.sessions}
      lead={accountTexts.sessionsLead}
      action={others.length > 0 && <EndOtherSessions others={others} />}
    >
      <QueryState query={list} height={120} />
      <Stack gap="sm" role="list">
        {sessions.map((session, index) => (
          <Box key={session.session_id} role="listitem">
            {index > 0 && <Divider mb="sm" />}
            <SessionItem session={session} />
          </Box>
        ))}
      </Stack>
    </Panel>
  );
}

/** Ends sessions; it is not an error if one has already ended. */
function useEndSessions(done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessions: readonly Session[]) =>
      Promise.all(
        sessions.map(({ session_id: id }) =>
          call('DELETE', 'sessions/{session_id}', { params: { session_id: id } }).catch(
            ignoreNotFound,
          ),
        ),
      ),
    onSuccess: () => void notifications.show({ message: done, color: 'teal' }),
    onSettled: () => queries.invalidateQueries(sessionsQuery),
  });
}

function SessionItem({ session }: { readonly session: Session }) {
  const end = useEndSessions(accountTexts.ended);
  const browser = browserName(session.user_agent);
  const name = nameOf(browser);
  const Icon = browser.mobile ? Smartphone : Monitor;
  return (
    <>
      <Group wrap="nowrap" align="center" gap="sm">
        <ThemeIcon variant="light" color="gray" size="lg" aria-hidden>
          <Icon size={18} />
        </ThemeIcon>
        <Box flex={1} miw={0}>
          <Group gap="xs">
            <Text size="sm" fw={500}>
              {name}
            </Text>
            {session.own && <Badge size="sm">{accountTexts.currentSession}</Badge>}
          </Group>
          <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
            {accountTexts.signedIn} <Time at={session.created_at} /> · {accountTexts.lastUsed}{' '}
            <Time at={session.last_seen_at} />
            {session.address !== '' && ` · ${session.address}`}
          </Text>
        </Box>
        {!session.own && (
          <Button
            variant="default"
            size="xs"
            loading={end.isPending}
            onClick={() => end.mutate([session])}
            aria-label={accountTexts.endOf(name)}
          >
            {accountTexts.end}
          </Button>
        )}
      </Group>
      <ErrorAlert error={end.error} />
    </>
  );
}

function nameOf({ browser = accountTexts.unknownBrowser, system }: BrowserName): string {
  return system === undefined ? browser : accountTexts.browserOnSystem(browser, system);
}

function EndOtherSessions({ others }: { readonly others: readonly Session[] }) {
  const [opened, { open, close }] = useDisclosure(false);
  const end = useEndSessions(accountTexts.othersEnded);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={() => {
          // The error of the last time.
          end.reset();
          open();
        }}
      >
        {accountTexts.endOthers}
      </Button>
      <Confirm
        opened={opened}
        title={accountTexts.endOthersTitle}
        action={accountTexts.endOthers}
        busy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate(others, { onSuccess: close })}
        onClose={close}
      >
        {accountTexts.endOthersText(others.length)}
      </Confirm>
    </>
  );
}
