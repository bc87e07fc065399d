import { Group, Paper, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { get } from '../../../api/call.ts';
import { pagedQuery } from '../../../api/paged-query.ts';
import { useApp } from '../../../api/session.ts';
import { useTokensById } from '../../../api/tokens-query.ts';
import type { HistoryEntry } from '../../../api/types.ts';
import { Hint } from '../../../components/hint.tsx';
import { actorName, type TokensById } from '../../../components/actor-name.ts';
import { Changes } from '../../../components/changes.tsx';
import { Empty } from '../../../components/empty.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { Time } from '../../../components/time.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { fieldChanges } from '../../../lib/field-changes.ts';
import { keyed } from '../../../lib/keyed.ts';
import { known } from '../../../lib/known.ts';
import { links as linksTexts } from '../../../texts/links.ts';

/** The changes of a link, newest first. */
export function HistoryTab({ code }: { readonly code: string }) {
  const app = useApp();
  const tokens = useTokensById();
  const history = useInfiniteQuery(
    pagedQuery(['link', app, code, 'history'], (page) =>
      get('smartlinks/{code}/history', { app, params: { code }, ...page }),
    ),
  );
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Stack>
      {history.isSuccess && entries.length === 0 && (
        <Empty icon={History} title={linksTexts.history.none} text={linksTexts.history.noneText} />
      )}
      {keyed(entries, ({ at }) => at).map(({ key, entry }) => (
        <Entry key={key} entry={entry} tokens={tokens} />
      ))}
      <QueryState query={history} height={240} />
      <MoreButton list={history} />
    </Stack>
  );
}

interface EntryProps {
  readonly entry: HistoryEntry;
  readonly tokens: TokensById | undefined;
}

function Entry({ entry, tokens }: EntryProps) {
  const { action, before, after, by, by_name: name, at } = entry;
  // The id of the redemption is the same before and after, but the user wants to see it.
  const changes = fieldChanges(action === 'give-back' ? null : before, after);
  const words = known(linksTexts.history.actions, action) ?? action;
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm">
          <Text span inherit fw={600}>
            {actorName(by, name, tokens)}
          </Text>{' '}
          {words}
        </Text>
        <Hint>
          <Time at={at} />
        </Hint>
      </Group>
      <Changes changes={changes} />
    </Paper>
  );
}
