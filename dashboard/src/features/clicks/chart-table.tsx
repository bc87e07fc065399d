import { Table } from '@mantine/core';
import { clicks as words } from '../../texts/clicks.ts';
import { number } from '../../texts/counted.ts';
import type { ChartProps } from './chart-data.ts';
import classes from './chart.module.css';
import { pointName } from './ticks.ts';

/** The points of the chart as a table. */
export function ChartTable({ points, measure, unit, zone, compare, marks }: ChartProps) {
  return (
    <div className={classes.frame}>
      {/* Keyboards scroll what has the focus. */}
      <div className={classes.table} role="region" aria-label={words.showTable} tabIndex={0}>
        <Table
          stickyHeader
          horizontalSpacing="md"
          aria-label={words.chart(words.measures[measure])}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.time}</Table.Th>
              <Table.Th ta="end">{words.measures[measure]}</Table.Th>
              {compare && <Table.Th ta="end">{words.compare}</Table.Th>}
              {marks.size > 0 && <Table.Th>{words.marks.title}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {points
              .map((point, index) => ({ ...point, events: marks.get(index) ?? [] }))
              .filter(({ value }) => value !== null)
              .map(({ start, end, value, before, events }) => (
                <Table.Tr key={start}>
                  <Table.Td>{pointName(start, end, unit, zone)}</Table.Td>
                  <Table.Td ta="end">{number(value ?? 0)}</Table.Td>
                  {compare && (
                    <Table.Td ta="end">{before === null ? '–' : number(before)}</Table.Td>
                  )}
                  {marks.size > 0 && <Table.Td>{events.join(', ')}</Table.Td>}
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      </div>
    </div>
  );
}
