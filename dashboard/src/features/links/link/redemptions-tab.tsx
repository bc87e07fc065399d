import { Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { call, get } from '../../../api/call.ts';
import { pagedQuery } from '../../../api/paged-query.ts';
import { useApp } from '../../../api/session.ts';
import type { LedgerEntry } from '../../../api/types.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Empty } from '../../../components/empty.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { cacheLink } from '../link-cache.ts';
import { CountBar } from './count-bar.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { linkQuery, type LinkPartProps } from './link-query.ts';

/** All redemptions of a link, newest first, and the number that remains. */
export function RedemptionsTab({ answer }: LinkPartProps) {
  const app = useApp();
  const { code } = answer.data;
  const [asking, setAsking] = useState<LedgerEntry>();
  const ledger = useInfiniteQuery(
    pagedQuery(['link', app, code, 'redemptions'], (page) =>
      get('smartlinks/{code}/redemptions', { app, params: { code }, ...page }),
    ),
  );
  const entries = ledger.data?.pages.flatMap(({ redemptions }) => redemptions) ?? [];
  return (
    <Stack>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <CountBar link={answer.data} />
      </Paper>
      {ledger.isSuccess && entries.length === 0 && (
        <Empty icon={Ticket} title={linksTexts.ledger.none} text={linksTexts.ledger.noneText} />
      )}
      {entries.length > 0 && <LedgerTable entries={entries} onUndo={setAsking} />}
      <QueryState query={ledger} height={200} />
      <MoreButton list={ledger} />
      {!ledger.hasNextPage && entries.length > 0 && (
        <Hint ta="center">{linksTexts.ledger.all(entries.length)}</Hint>
      )}
      <UndoRedemption code={code} entry={asking} onClose={() => setAsking(undefined)} />
    </Stack>
  );
}

interface UndoRedemptionProps {
  readonly code: string;
  /** Undefined: the dialog is closed. */
  readonly entry: LedgerEntry | undefined;
  readonly onClose: () => void;
}

/** Asks for confirmation before a redemption is undone. */
function UndoRedemption({ code, entry, onClose }: UndoRedemptionProps) {
  const app = useApp();
  const words = linksTexts.ledger;
  const queries = useQueryClient();
  const close = (): void => {
    undo.reset();
    onClose();
  };
  const undo = useMutation({
    mutationFn: (id: string) =>
      call('POST', 'smartlinks/{code}/redemptions/{redemption_id}/give-back', {
        app,
        params: { code, redemption_id: id },
      }),
    onSuccess: async () => {
      close();
      notifications.show({ color: 'teal', message: words.done });
      // Updates the count here and in the lists.
      cacheLink(queries, app, await queries.fetchQuery({ ...linkQuery(app, code), staleTime: 0 }));
    },
  });
  return (
    <Confirm
      opened={entry !== undefined}
      title={words.ask}
      action={words.giveBack}
      danger={false}
      busy={undo.isPending}
      error={undo.error}
      onConfirm={() => entry && undo.mutate(entry.redemption_id)}
      onClose={close}
    >
      <Text size="sm" ff="monospace" mb="md" style={{ overflowWrap: 'anywhere' }}>
        {entry?.redemption_id}
      </Text>
      {words.askText}
    </Confirm>
  );
}
