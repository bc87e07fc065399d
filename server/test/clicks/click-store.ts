import { readConfig, type Environment } from '../../src/config.ts';
import { clicksUrlOf } from '../../src/storage/clicks/open-clicks.ts';
import { openDatabaseReader, type DatabaseReader } from '../store.ts';

/** Reads the click store of a service directly. */
export function openClickReader(environment: Environment): DatabaseReader {
  const { databaseUrl, clicksUrl } = readConfig(environment);
  return openDatabaseReader(clicksUrl ?? clicksUrlOf(databaseUrl));
}

/** All counts of a store; every table that counts all kinds has the same sum. */
export interface Sums {
  readonly link_totals: number;
  readonly app_totals: number;
  readonly link_slots: number;
  readonly app_slots: number;
  readonly link_days: number;
  readonly app_days: number;
}

export async function sumsOf(reader: DatabaseReader): Promise<Sums> {
  const [row] = await reader.rows<Record<keyof Sums, number | string>>(
    `select ${['link_totals', 'app_totals', 'link_slots', 'app_slots', 'link_days', 'app_days']
      .map((table) => `(select coalesce(sum(clicks), 0) from ${table}) as ${table}`)
      .join(', ')}`,
  );
  if (!row) throw new Error('a query without a row');
  return Object.fromEntries(
    Object.entries(row).map(([table, sum]) => [table, Number(sum)]),
  ) as unknown as Sums;
}

export function allEqual(sum: number): Sums {
  return {
    link_totals: sum,
    app_totals: sum,
    link_slots: sum,
    app_slots: sum,
    link_days: sum,
    app_days: sum,
  };
}

/** The number of raw rows. */
export async function rawRows(reader: DatabaseReader): Promise<number> {
  let sum = 0;
  for (const table of await rawTables(reader)) {
    const [row] = await reader.rows<{ n: number | string }>(`select count(*) as n from ${table}`);
    sum += Number(row?.n);
  }
  return sum;
}

export async function rawTables(reader: DatabaseReader): Promise<string[]> {
  const rows = await reader.rows<{ name: string }>(
    reader.engine === 'sqlite'
      ? "select name from sqlite_master where type = 'table' and name like 'clicks_2%' order by name"
      : "select relname as name from pg_class where relkind = 'r' and relname like 'clicks_2%' order by 1",
  );
  return rows.map(({ name }) => name);
}

/** Clicks by the values of a dimension. */
export async function by(
  reader: DatabaseReader,
  dimension: string,
  table = 'app_days',
): Promise<Record<string, number>> {
  const rows = await reader.rows<{ value: string; clicks: number | string }>(
    `select t.text as value, sum(d.clicks) as clicks from ${table} d
       join click_profiles p on p.id = d.profile join click_texts t on t.id = p.${dimension}
     group by t.text order by t.text`,
  );
  return Object.fromEntries(rows.map(({ value, clicks }) => [value, Number(clicks)]));
}
