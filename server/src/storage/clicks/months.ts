import type { ClickSql } from './click-sql.ts';

/** A month in UTC, as year * 12 + month. */
export function monthOf(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first millisecond of a month. */
export function monthStart(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12);
}

/** Finds the months of times that are nearly in order: most are in the month of the one before. */
export class MonthLookup {
  #month = 0;
  #start = 0;
  #end = 0;

  of(at: number): number {
    if (at < this.#start || at >= this.#end) {
      this.#month = monthOf(at);
      this.#start = monthStart(this.#month);
      this.#end = monthStart(this.#month + 1);
    }
    return this.#month;
  }
}

/** The table of the single clicks of a month. On PostgreSQL it is a partition of `clicks`. */
export function monthTable(month: number): string {
  const number = String((month % 12) + 1).padStart(2, '0');
  return `clicks_${Math.floor(month / 12)}_${number}`;
}

/** The month of a table, else undefined. */
export function tableMonth(table: string): number | undefined {
  const [, year, month] = /^clicks_(\d{4,})_(\d\d)$/.exec(table) ?? [];
  return year === undefined ? undefined : Number(year) * 12 + Number(month) - 1;
}

/** The columns of a month on SQLite. `ClickTime` says what the id is. */
export const SINGLE_CLICKS =
  '(id integer primary key, link integer not null, profile integer not null, visitor integer not null)';

export async function monthsOf(sql: Pick<ClickSql, 'engine' | 'all'>): Promise<number[]> {
  const rows = await sql.all<{ name: string }>(
    sql.engine === 'sqlite'
      ? "select name from sqlite_master where type = 'table' and name like 'clicks\\_%' escape '\\'"
      : "select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'clicks'::regclass",
  );
  return rows.flatMap(({ name }) => tableMonth(name) ?? []).toSorted((a, b) => a - b);
}
