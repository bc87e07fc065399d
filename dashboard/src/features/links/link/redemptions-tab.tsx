import { Paper, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { get } from '../../../api/call.ts';
import { pagedQuery } from '../../../api/paged-query.ts';
import { useApp } from '../../../api/session.ts';
import type { LedgerEntry } from '../../../api/types.ts';
import { Hint } from '../../../components/hint.tsx';
import { Empty } from '../../../components/empty.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { CountBar } from './count-bar.tsx';
import { UndoRedemption } from './undo-redemption.tsx';
import { LedgerTable } from './ledger-table.tsx';
import type { LinkPartProps } from './link-query.ts';

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
