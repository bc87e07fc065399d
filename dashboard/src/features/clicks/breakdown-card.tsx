import { Button, Paper, SegmentedControl, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties } from 'react';
import { clicksQuery } from '../../api/clicks-query.ts';
import { useApp } from '../../api/session.ts';
import type { BreakdownRow, ClickReport } from '../../api/types.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Hint } from '../../components/hint.tsx';
import { clicks as words } from '../../texts/clicks.ts';
import { number } from '../../texts/counted.ts';
import { ALL, FEW, shownRows, totalsOf } from './breakdown-rows.ts';
import classes from './breakdown.module.css';
import type { CardPlace } from './card-layout.ts';
import type { Dimension } from './clicks-parameters.ts';
import { share } from './format.ts';
import { requestOf } from './use-clicks.ts';
import { valueName } from './value-name.ts';
import type { Filter, View } from './view.ts';

export interface BreakdownProps {
  readonly summary: ClickReport;
  readonly view: View;
  readonly code: string | undefined;
  /** How often the numbers are loaded again; false: never. */
  readonly refreshMs: number | false;
  /** The rows can be a part of those without filters. */
  readonly isFiltered: boolean;
  /** Adds or removes a filter. */
  readonly onFilter: (filter: Filter) => void;
}

/** The values of a dimension. A row is a button that filters by it. */
export function BreakdownCard({ dimensions, wide, ...props }: BreakdownProps & CardPlace) {
  const { summary, view, code, refreshMs, isFiltered, onFilter } = props;
  const { measure } = view;
  const [by, setBy] = useState<Dimension>(dimensions[0]);
  const [all, setAll] = useState(false);
  const rest = useQuery({
    ...clicksQuery(useApp(), code, { ...requestOf(view), by, sort: measure, limit: ALL }),
    enabled: all,
    refetchInterval: refreshMs,
  });
  const few = shownRows(summary.breakdowns[by] ?? [], measure);
  // The previous response, which stays until the next one, can be that of another dimension.
  const loaded = rest.data?.breakdowns[by];
  const many = loaded ? shownRows(loaded, measure) : few;
  const rows = all ? many : few.slice(0, FEW);
  const counts = dimensions.map((one) => shownRows(summary.breakdowns[one] ?? [], measure).length);
  // What the card of campaigns says without values is higher than a row.
  const least = dimensions.length > 1 ? 2 : 1;
  const room = useRoom(Math.max(least, ...counts), isFiltered);
  const title = words.dimensions[dimensions[0]];
  return (
    <Paper
      withBorder
      component="section"
      aria-label={title}
      className={classes.card ?? ''}
      data-wide={wide || undefined}
    >
      <div className={classes.head}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {dimensions.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={words.utm}
            value={by}
            onChange={setBy}
            data={dimensions.map((value) => ({
              value,
              label: words.utmNames[value as keyof typeof words.utmNames],
            }))}
          />
        )}
      </div>
      <ul
        className={classes.rows}
        data-all={all || undefined}
        style={{ '--rows': Math.min(room, FEW) } as CSSProperties}
      >
        {rows.length === 0 && (
          <li>
            <Hint px={10} py={6}>
              {emptyText(by)}
            </Hint>
          </li>
        )}
        {rows.map((row) => (
          <li key={row.value}>
            <Row
              by={by}
              row={row}
              view={view}
              most={rows[0]?.[measure] ?? 1}
              total={totalsOf(summary, by)[measure]}
              onFilter={onFilter}
            />
          </li>
        ))}
      </ul>
      {all && rest.isError && <ErrorAlert error={rest.error} retry={() => void rest.refetch()} />}
      {(all || room > FEW) && (
        <div className={classes.foot}>
          {(all || few.length > FEW) && (
            <Button
              variant="subtle"
              size="xs"
              loading={all && loaded === undefined && rest.isFetching}
              aria-expanded={all}
              onClick={() => setAll(!all)}
            >
              {all ? words.showLess : words.showAll}
            </Button>
          )}
        </div>
      )}
    </Paper>
  );
}

/** For how many rows a card has room: without filters, those that it has. Filters do not move the cards below. */
function useRoom(count: number, isFiltered: boolean): number {
  const [kept, setKept] = useState(count);
  const room = isFiltered ? Math.max(kept, count) : count;
  if (room !== kept) setKept(room);
  return room;
}

function emptyText(by: Dimension): string {
  const { period, campaign } = words.nothing;
  return by === 'campaign' || by === 'source' || by === 'medium' ? campaign(`utm_${by}`) : period;
}

interface RowProps {
  readonly by: Dimension;
  readonly row: BreakdownRow;
  readonly view: View;
  /** The largest number of the card. */
  readonly most: number;
  readonly total: number;
  readonly onFilter: (filter: Filter) => void;
}

function Row({ by, row, view, most, total, onFilter }: RowProps) {
  const { measure, filters } = view;
  const amount = row[measure];
  const { value } = row;
  const name = valueName(by, value);
  const isActive = filters.some((filter) => filter.by === by && filter.value === value);
  return (
    <UnstyledButton
      className={classes.row ?? ''}
      aria-pressed={isActive}
      title={words.filterBy(words.dimensions[by], name)}
      onClick={() => onFilter({ by, value })}
    >
      <span className={classes.bar} style={{ width: `${(amount / most) * 100}%` }} />
      <Text span inherit className={classes.name ?? ''} {...(value === '' ? { c: 'dimmed' } : {})}>
        <bdi>{name}</bdi>
      </Text>
      <span className={classes.amount}>
        {number(amount)}
        <span className={classes.share}>{share(amount, total)}</span>
      </span>
    </UnstyledButton>
  );
}
