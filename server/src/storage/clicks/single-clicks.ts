import type { Range } from '../../domain/click/series.ts';
import { monthOf, monthsOf, monthTable } from './months.ts';
import type { SqlSource } from './sql.ts';

/**
 * The tables that can have single clicks of these times, oldest first: on SQLite one for each month. Throws
 * `StoreUnavailable`.
 */
export async function clickTablesIn(
  { reader, engine }: SqlSource,
  ranges: readonly Range[],
): Promise<string[]> {
  if (engine === 'postgres') return ['clicks'];
  const first = monthOf(Math.min(...ranges.map(([start]) => start)));
  const last = monthOf(Math.max(...ranges.map(([, stop]) => stop - 1)));
  const months = await monthsOf({ engine, all: (sql) => reader.all(sql) });
  return months.filter((month) => month >= first && month <= last).map(monthTable);
}
