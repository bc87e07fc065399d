import type { Clicks } from './clicks.ts';

/** The tables with single clicks, oldest first: on SQLite one for each month. Throws `StoreUnavailable`. */
export async function clickTables({
  reader,
  engine,
}: Pick<Clicks, 'reader' | 'engine'>): Promise<string[]> {
  if (engine === 'postgres') return ['clicks'];
  const rows = await reader.all<{ name: string }>(
    `select name from sqlite_master where type = 'table' and name glob 'clicks_[0-9][0-9][0-9][0-9]_[0-9][0-9]'
    order by name`,
  );
  return rows.map(({ name }) => name);
}

/** The table of a month in UTC on SQLite. `at`: milliseconds. */
export function clickTableOf(at: number): string {
  return `clicks_${new Date(at).toISOString().slice(0, 7).replace('-', '_')}`;
}
