import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { BY_CURSOR } from '../../../api/by-cursor.ts';
import { get } from '../../../api/call.ts';
import type { HistoryEntry, Token } from '../../../api/types.ts';
import { Empty } from '../../../components/empty.tsx';
import { Time } from '../../../components/time.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import * as texts from '../../../texts/texts.ts';
import { ChangeList } from './change-list.tsx';
import { differences, isMeaningful } from './differences.ts';
import { actorName, tokenNamesQuery } from './names-query.ts';

interface HistoryTabProps {
  readonly app: string;
  readonly code: string;
}

/** The changes of a link, newest first. */
export function HistoryTab({ app, code }: HistoryTabProps) {
  const tokens = useQuery(tokenNamesQuery(app)).data;
  const history = useInfiniteQuery({
    queryKey: ['link', app, code, 'history'],
    queryFn: ({ pageParam, signal }) =>
      get('smartlinks/{code}/history', {
        app,
        params: { code },
        query: { cursor: pageParam },
        signal,
      }),
    ...BY_CURSOR,
  });
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Stack>
      {history.isPending && <Skeleton height={240} aria-busy="true" />}
      {history.isError && <ErrorAlert error={history.error} retry={() => void history.refetch()} />}
      {history.isSuccess && entries.length === 0 && (
        <Empty icon={History} title={linksTexts.history.none} text={linksTexts.history.noneText} />
      )}
      {entries.map((entry, index) => (
        <Entry
          // New entries are added in front; counted from the end, each keeps its index.
          key={`${entry.at} ${entries.length - index}`}
          entry={entry}
          tokens={tokens}
        />
      ))}
      {history.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            loading={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {texts.more}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface EntryProps {
  readonly entry: HistoryEntry;
  readonly tokens: ReadonlyMap<string, Token> | undefined;
}

function Entry({ entry, tokens }: EntryProps) {
  const { action, before, after, by, by_name: name, at } = entry;
  const { actions } = linksTexts.history;
  const made = action === 'create';
  const all = differences(
    // Which redemption it was is the same before and after, and what one wants to know.
    action === 'give-back' ? { ...before, redemption_id: undefined } : before,
    after,
  );
  const words = Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : action;
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm">
          <Text span inherit fw={600}>
            {actorName(by, name, tokens)}
          </Text>{' '}
          {words}
        </Text>
        <Text size="sm" c="dimmed">
          <Time at={at} />
        </Text>
      </Group>
      <ChangeList
        differences={made ? all.filter(isMeaningful) : all}
        onlyAfter={made || action === 'give-back'}
      />
    </Paper>
  );
}
