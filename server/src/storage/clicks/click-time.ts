import type { Engine } from '../database.ts';
import { monthStart, tableMonth } from './months.ts';

/**
 * How a table `r` of single clicks stores their times. On SQLite, the time is the first part of the id: the rows are in the
 * order of time, and an index of the time would cost as much as the rows.
 */
export interface ClickTime {
  /** SQL: the time of a row, in milliseconds. */
  readonly at: string;
  /** SQL: what rows are ordered by. */
  readonly order: string;
  /** SQL: the condition that a row is of a period. Both ends are expressions in milliseconds; the second one is not included. */
  readonly within: (from: string, to: string) => string;
}

/** The ids of a millisecond on SQLite. If there are more clicks, they get those of the next one. */
export const IDS_PER_MS = 65_536;

/** `table`: that of a month, or on PostgreSQL that of all months. */
export function clickTime(engine: Engine, table: string): ClickTime {
  const month = tableMonth(table);
  if (engine === 'postgres' || month === undefined) {
    return {
      at: 'r.at',
      order: 'r.at',
      within: (from, to) => `r.at >= ${from} and r.at < ${to}`,
    };
  }
  const start = monthStart(month);
  const id = (at: string): string => `(${at} - ${start}) * ${IDS_PER_MS}`;
  return {
    at: `${start} + r.id / ${IDS_PER_MS}`,
    order: 'r.id',
    within: (from, to) => `r.id >= ${id(from)} and r.id < ${id(to)}`,
  };
}
