import type { Range } from '../../domain/click/series.ts';
import type { StoredRow } from '../../domain/text/checksum.ts';
import type { Reader } from '../database.ts';
import { clickTime } from './click-time.ts';
import type { SingleClicks } from './insert-single-clicks.ts';
import { monthOf, monthsOf, monthTable } from './months.ts';
import { pagesByTime } from './pages-by-time.ts';

/** A single click with the ids of its labels. */
export type SingleClick = StoredRow & Readonly<Record<keyof SingleClicks, number>>;

/** The single clicks of a table between two times, oldest first, in pages. Throws `StoreUnavailable`. */
export function singleClicksIn(
  reader: Pick<Reader, 'engine' | 'all'>,
  table: string,
  [from, to]: Range,
  size: number,
): AsyncGenerator<readonly SingleClick[], void, void> {
  const { at, order, within } = clickTime(reader.engine, table);
  const select = `select ${at} as at, r.link, r.profile, r.visitor from ${table} r
    where ${within('?', '?')} order by ${order} limit ?`;
  return pagesByTime((...range) => reader.all<SingleClick>(select, range), from, to, size);
}

/**
 * The tables that can have single clicks of these times, oldest first: on SQLite one for each month. Throws
 * `StoreUnavailable`.
 */
export async function clickTablesIn(reader: Reader, ranges: readonly Range[]): Promise<string[]> {
  if (reader.engine === 'postgres') return ['clicks'];
  const first = monthOf(Math.min(...ranges.map(([start]) => start)));
  const last = monthOf(Math.max(...ranges.map(([, stop]) => stop - 1)));
  const months = await monthsOf(reader);
  return months.filter((month) => month >= first && month <= last).map(monthTable);
}
