import { Group, Paper, Select, Skeleton, Switch, Text, Title } from '@mantine/core';
import { ChartLine, Table2 } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { ClickReport } from '../../api/types.ts';
import { Hint } from '../../components/hint.tsx';
import { IconAction } from '../../components/icon-action.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { clicks as words } from '../../texts/clicks.ts';
import { chartPoints } from './chart-data.ts';
import { marksByPoint } from './chart-marks.ts';
import { ChartTable } from './chart-table.tsx';
import classes from './chart.module.css';
import type { ClicksSearch } from './clicks-parameters.ts';
import { comparablePeriod, missingBefore } from './kept-counts.ts';
import { markText, useMarks } from './use-marks.ts';
import { UNITS, type View } from './view.ts';

const Chart = lazyPart(async () => (await import('./chart.tsx')).Chart);

interface ChartPanelProps {
  readonly summary: ClickReport;
  readonly view: View;
  /** The link; undefined: all links of the app. */
  readonly code: string | undefined;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly now: number;
  readonly onChange: (changes: ClicksSearch) => void;
}

/** What happened when, as a chart or as a table. */
export function ChartPanel({ summary, view, code, now, onChange }: ChartPanelProps) {
  const [asTable, setAsTable] = useState(false);
  const { measure, unit, units, zone, utcDays } = view;
  const previous = comparablePeriod(summary, now);
  const compare = view.compare && previous !== null;
  const { months } = summary.recording;
  const missing = missingBefore(summary, now);
  const points = useMemo(
    () => chartPoints(summary, previous, measure, now, { zone, utcDays }),
    [summary, previous, measure, now, zone, utcDays],
  );
  const { marks: happened, complete } = useMarks(view, code);
  const marks = useMemo(() => marksByPoint(happened, points, markText), [happened, points]);
  const chart = { points, measure, unit, zone, compare, marks };
  const toggle = asTable ? words.showChart : words.showTable;
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-label={words.chart(words.measures[measure])}
    >
      <div className={classes.head}>
        <Title order={2} className={classes.title ?? ''}>
          {words.measures[measure]}
        </Title>
        <Group gap="sm" className={classes.options ?? ''}>
          <Switch
            size="sm"
            maw={320}
            checked={compare}
            disabled={previous === null}
            onChange={(event) => onChange({ compare: event.currentTarget.checked ? 'on' : 'off' })}
            description={previous === null && words.notCompared(months)}
            // The label also contains the description.
            aria-label={words.compare}
            label={
              <Group gap={6} wrap="nowrap">
                <span className={classes.key} data-before />
                <Text span size="sm">
                  {words.compare}
                </Text>
              </Group>
            }
          />
          <Select
            aria-label={words.unit}
            size="xs"
            w={110}
            data={UNITS.map((value) => ({
              value,
              label: words.units[value],
              disabled: !units.includes(value),
            }))}
            value={unit}
            onChange={(next) => next !== null && onChange({ unit: next })}
            allowDeselect={false}
          />
        </Group>
        <IconAction label={toggle} variant="default" size={30} onClick={() => setAsTable(!asTable)}>
          {asTable ? <ChartLine size={16} /> : <Table2 size={16} />}
        </IconAction>
      </div>
      {asTable ? (
        <ChartTable {...chart} />
      ) : (
        <Suspense fallback={<Skeleton className={classes.frame ?? ''} aria-busy />}>
          <Chart {...chart} />
        </Suspense>
      )}
      {missing !== undefined && <Hint mt="xs">{words.notCounted(months, missing)}</Hint>}
      {!complete && <Hint mt="xs">{words.marks.incomplete}</Hint>}
    </Paper>
  );
}
