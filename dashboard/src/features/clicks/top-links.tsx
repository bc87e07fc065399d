import { Paper, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { topLinksQuery } from '../../api/clicks-query.ts';
import { useApp } from '../../api/session.ts';
import { Hint } from '../../components/hint.tsx';
import { TextLink } from '../../components/link.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { clicks as words } from '../../texts/clicks.ts';
import { number } from '../../texts/counted.ts';
import breakdown from './breakdown.module.css';
import type { ClicksSearch } from './clicks-parameters.ts';
import type { View } from './view.ts';

const SHOWN = 6;
/** A trend has at least this number of days. */
const TREND_DAYS = 5;
const NUMBERS = { fontVariantNumeric: 'tabular-nums' } as const;

interface TopLinksProps {
  readonly view: View;
  readonly search: ClicksSearch;
  /** How often they are loaded again; false: never. */
  readonly refreshMs: number | false;
}

/** The links with the most clicks in the period. */
export function TopLinks({ view, search, refreshMs }: TopLinksProps) {
  const app = useApp();
  const { from, to, zone, filters } = view;
  const query = { from, to, time_zone: zone, limit: SHOWN };
  const links = useQuery({
    ...topLinksQuery(app, query),
    refetchInterval: refreshMs,
  });
  const rows = links.data?.links ?? [];
  const withTrend = rows.some(({ days }) => days.length >= TREND_DAYS);
  const { range, zone: shownZone, from: first, to: last } = search;
  return (
    <Paper
      withBorder
      component="section"
      aria-label={words.topLinks}
      className={breakdown.card ?? ''}
      data-first
    >
      <div className={breakdown.head}>
        <Title order={2} size="h4">
          {words.topLinks}
        </Title>
        <TextLink to="/$app/links" params={{ app }} size="sm">
          {words.allLinks}
        </TextLink>
      </div>
      {filters.length > 0 && <Hint mb="xs">{words.topLinksUnfiltered}</Hint>}
      <QueryState query={links} height={240} />
      {links.data && rows.length === 0 && <Hint>{words.nothing.period}</Hint>}
      {rows.length > 0 && (
        <Table aria-label={words.topLinks} horizontalSpacing="xs" verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.link}</Table.Th>
              {withTrend && (
                <Table.Th w={110} visibleFrom="xs">
                  {words.trend}
                </Table.Th>
              )}
              <Table.Th ta="end" w={90}>
                {words.measures.clicks}
              </Table.Th>
              <Table.Th ta="end" w={90}>
                {words.measures.visitors}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ code, clicks, visitors, days }) => (
              <Table.Tr key={code}>
                <Table.Td>
                  <TextLink
                    to="/$app/links/$code"
                    params={{ app, code }}
                    search={{ tab: 'clicks', range, zone: shownZone, from: first, to: last }}
                    ff="monospace"
                    size="sm"
                  >
                    {code}
                  </TextLink>
                </Table.Td>
                {withTrend && (
                  <Table.Td visibleFrom="xs">
                    <Sparkline values={days} width={88} height={20} />
                  </Table.Td>
                )}
                <Table.Td ta="end" style={NUMBERS}>
                  {number(clicks)}
                </Table.Td>
                <Table.Td ta="end" style={NUMBERS}>
                  {number(visitors)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  );
}
