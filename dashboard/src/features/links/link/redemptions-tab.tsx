import { Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { BY_CURSOR } from '../../../api/by-cursor.ts';
import { get } from '../../../api/call.ts';
import type { LedgerEntry } from '../../../api/types.ts';
import { Empty } from '../../../components/empty.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { CountBar } from './count-bar.tsx';
import { UndoRedemption } from './undo-redemption.tsx';
import { LedgerTable } from './ledger-table.tsx';
import type { LinkAnswer } from './link-query.ts';

interface RedemptionsTabProps {
  readonly app: string;
  readonly answer: LinkAnswer;
}

/** All redemptions of a link, newest first, and the number that remains. */
export function RedemptionsTab({ app, answer }: RedemptionsTabProps) {
  const { code } = answer.data;
  const [asking, setAsking] = useState<LedgerEntry>();
  const ledger = useInfiniteQuery({
    queryKey: ['link', app, code, 'redemptions'],
    queryFn: ({ pageParam, signal }) =>
      get('smartlinks/{code}/redemptions', {
        app,
        params: { code },
        query: { cursor: pageParam },
        signal,
      }),
    ...BY_CURSOR,
  });
  const entries = ledger.data?.pages.flatMap(({ redemptions }) => redemptions) ?? [];
  return (
    <Stack>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <CountBar link={answer.data} />
      </Paper>
      {ledger.isPending && <Skeleton height={200} aria-busy="true" />}
      {ledger.isError && <ErrorAlert error={ledger.error} retry={() => void ledger.refetch()} />}
      {ledger.isSuccess && entries.length === 0 && (
        <Empty icon={Ticket} title={linksTexts.ledger.none} text={linksTexts.ledger.noneText} />
      )}
      {entries.length > 0 && <LedgerTable app={app} entries={entries} onGiveBack={setAsking} />}
      <MoreButton list={ledger} />
      {!ledger.hasNextPage && entries.length > 0 && (
        <Text size="sm" c="dimmed" ta="center">
          {linksTexts.ledger.all(entries.length)}
        </Text>
      )}
      <UndoRedemption app={app} code={code} entry={asking} onClose={() => setAsking(undefined)} />
    </Stack>
  );
}
