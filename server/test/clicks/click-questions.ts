import assert from 'node:assert/strict';
import type { Dimension } from '../../src/domain/click/click.ts';
import type { Counts, Range } from '../../src/domain/click/series.ts';
import { DAY_MS, dayOf } from '../../src/domain/click/slots.ts';
import type {
  ClickReader,
  CountQuery,
  ExportedClick,
} from '../../src/storage/clicks/click-reader.ts';

// What the tests of all stores of clicks ask, about one app with two links.

export const HOUR_MS = 3_600_000;
export const START = Date.UTC(2026, 0, 1);
export const DAY = dayOf(START);
export const APP = 'shop';
export const HOT = 'BCDFGHJK';
export const OTHER = 'CDFGHJKL';

export async function lifetime(reader: ClickReader, code = ''): Promise<Counts> {
  const none = { clicks: 0, visitors: 0, other: 0 };
  const totals = (await reader.totals({ app: APP, codes: [code] })).get(code) ?? none;
  const { lifetime: same } = await reader.count(
    countQuery({ in: 'days', ranges: [[DAY, DAY + 1]], code: code === '' ? undefined : code }),
  );
  assert.deepEqual(same, totals);
  return totals;
}

export async function exported(reader: ClickReader, code?: string): Promise<ExportedClick[]> {
  const query = { app: APP, code, from: START - DAY_MS, to: START + 4000 * DAY_MS };
  const all: ExportedClick[] = [];
  for await (const some of await reader.singleClicks(query)) all.push(...some);
  return all;
}

export function countQuery(wanted: {
  readonly in: CountQuery['points']['in'];
  readonly ranges: readonly Range[];
  readonly by?: readonly Dimension[];
  readonly filters?: ReadonlyMap<Dimension, string>;
  readonly code?: string | undefined;
  readonly slots?: Range;
  readonly sort?: keyof Counts;
  readonly limit?: number;
  readonly steps?: CountQuery['points']['steps'];
}): CountQuery {
  const { by = [], filters = new Map(), code, slots, ranges, steps = [] } = wanted;
  const { sort = 'clicks', limit = 50 } = wanted;
  return {
    app: APP,
    code,
    filters,
    points: { in: wanted.in, ranges, steps },
    breakdowns: { by, limit, sort, days: [DAY, DAY + 3], slots },
  };
}

/** Rows of SQLite have no prototype. */
export function plain<Row extends object>(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row }));
}

export function sortedDays<Row extends { readonly code: string; readonly day: number }>(
  rows: readonly Row[],
): Row[] {
  return plain(rows).toSorted((a, b) =>
    a.code < b.code ? -1 : a.code > b.code ? 1 : a.day - b.day,
  );
}
