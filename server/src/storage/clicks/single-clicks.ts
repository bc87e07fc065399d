import type { Range } from '../../domain/click/series.ts';
import type { SqlSource } from './sql.ts';

/** The tables with single clicks, oldest first: on SQLite one for each month. Throws `StoreUnavailable`. */
export async function clickTables({ reader, engine }: SqlSource): Promise<string[]> {
  if (engine === 'postgres') return ['clicks'];
  const rows = await reader.all<{ name: string }>(
    `select name from sqlite_master where type = 'table' and name glob 'clicks_[0-9][0-9][0-9][0-9]_[0-9][0-9]'
    order by name`,
  );
  return rows.map(({ name }) => name);
}

/** Those that can have clicks of these times. */
export async function clickTablesIn(
  source: SqlSource,
  ranges: readonly Range[],
): Promise<string[]> {
  const all = await clickTables(source);
  if (source.engine === 'postgres') return all;
  const first = clickTableOf(Math.min(...ranges.map(([start]) => start)));
  const last = clickTableOf(Math.max(...ranges.map(([, stop]) => stop - 1)));
  return all.filter((table) => table >= first && table <= last);
}

/** The table of a month in UTC on SQLite. `at`: milliseconds. */
function clickTableOf(at: number): string {
  return `clicks_${new Date(at).toISOString().slice(0, 7).replace('-', '_')}`;
}
