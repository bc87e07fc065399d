import '../../../components/mantine-more.css';
import { Paper, Stack, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { parse } from 'lossless-json';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { callText } from '../../../api/call.ts';
import { pagedQuery } from '../../../api/paged-query.ts';
import { useApp } from '../../../api/session.ts';
import type { AuditLog } from '../../../api/types.ts';
import { Hint } from '../../../components/hint.tsx';
import { Empty } from '../../../components/empty.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { keyed } from '../../../lib/keyed.ts';
import { settings as settingsTexts } from '../../../texts/settings.ts';
import { audit as words } from '../../../texts/people.ts';
import { byDay } from './days.ts';
import { Entry } from './entry.tsx';
import { useNames } from './use-names.ts';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

/** The audit log of an app, newest first, page by page. Numbers keep all their digits. */
function auditQuery(app: string) {
  return pagedQuery(
    ['audit', app],
    async (page) => parse((await callText('audit-log', { app, ...page })).data) as AuditLog,
  );
}

/** Who changed what, day by day. */
export function AuditPage() {
  const log = useInfiniteQuery(auditQuery(useApp()));
  const { data } = log;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  const names = useNames(entries);
  return (
    <Page title={settingsTexts.pages.audit} lead={words.lead} width={860}>
      {log.isSuccess && entries.length === 0 && (
        <Empty icon={ScrollText} title={words.emptyTitle} text={words.emptyText} />
      )}
      <Stack gap="lg">
        {byDay(entries).map(({ begin, entries: ofDay }) => (
          <section key={begin}>
            <Title order={2} size="sm" c="dimmed" fw={600} mb="xs">
              {DAY.format(begin)}
            </Title>
            <Paper withBorder component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {keyed(ofDay, ({ at, what, action }) => `${at} ${what} ${action}`).map(
                ({ key, entry }) => (
                  <Entry key={key} entry={entry} names={names} />
                ),
              )}
            </Paper>
          </section>
        ))}
      </Stack>
      <QueryState query={log} height={320} />
      <MoreButton list={log} />
      {log.isSuccess && !log.hasNextPage && entries.length > 0 && (
        <Hint ta="center">{words.end}</Hint>
      )}
    </Page>
  );
}
