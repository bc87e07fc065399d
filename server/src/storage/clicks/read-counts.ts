import { DIMENSIONS, STORE_OUTCOMES } from '../../domain/click/click.ts';
import { SLOT_DIMENSIONS } from '../../domain/click/dimensions.ts';
import type { Range } from '../../domain/click/series.ts';
import { AdaptiveBatchSize } from '../adaptive-batch-size.ts';
import type { Engine, Reader } from '../database.ts';
import { breakdownsOf } from './breakdowns.ts';
import type { Counted, CountQuery } from './click-reader.ts';
import { NO_STEPS_SQL, steps, sums } from './count-columns.ts';
import { clickTime } from './click-time.ts';
import { countedOf, type CountRow } from './counted-rows.ts';
import { passes, type IdQuery } from './id-query.ts';
import { findClickLink, findLabels } from './labels.ts';
import { isKept, MATCHED, matchedDays } from './matched-days.ts';
import { countsIn, rangesTable } from './ranges.ts';
import { clickTablesIn } from './single-clicks.ts';
import { constant, joined, sql, type Sql } from './sql.ts';

interface NumberedRow extends CountRow {
  /** The point that it belongs to. If the points are counted by days: the day. */
  readonly n: number;
}

/** Points of single clicks, which are minutes, of one read. */
export const MAX_CLICK_POINTS = 240;
const POINTS_AT_A_TIME = { first: MAX_CLICK_POINTS, firstOnSqlite: 2, max: MAX_CLICK_POINTS };

/**
 * Counts with one statement, so that all numbers are from the same moment, except for points of single clicks. Its text
 * depends on few choices, because PostgreSQL keeps every prepared statement: an unused breakdown or filter is switched off
 * by a parameter. Throws `StoreUnavailable`.
 */
export async function readCounts(reader: Reader, query: CountQuery): Promise<Counted> {
  const known = await idsOf(reader, query);
  const { text, parameters } = statement(reader.engine, known);
  const rows = await reader.all<NumberedRow>(text, parameters);
  if (known.points.in === 'clicks') rows.push(...(await clickRows(reader, known)));
  // On SQLite, the single clicks of each month are in a table of their own, so a point can have several rows.
  const pointsOf =
    known.points.in === 'days' ? pointsByDay(known.points.ranges) : (n: number) => [n];
  return countedOf(rows, query.breakdowns.sort, ({ n }) => pointsOf(n));
}

/** What the store calls the texts of a query. Nothing has the id 0. */
async function idsOf(
  reader: Reader,
  { app, code, filters, points, breakdowns }: CountQuery,
): Promise<IdQuery> {
  const [known, link] = await Promise.all([
    findLabels(reader, [app, 'human', 'open', 'redeem', ...STORE_OUTCOMES, ...filters.values()]),
    code === undefined ? undefined : findClickLink(reader, code),
  ]);
  const idOf = (text: string): number => known.get(text) ?? 0;
  return {
    points,
    breakdowns,
    scope: code === undefined ? { of: 'app', id: idOf(app) } : { of: 'link', id: link ?? 0 },
    kinds: {
      human: idOf('human'),
      open: idOf('open'),
      redeem: idOf('redeem'),
      storeOutcomes: STORE_OUTCOMES.map(idOf),
    },
    filters: new Map(Array.from(filters, ([name, text]) => [name, idOf(text)])),
  };
}

function statement(engine: Engine, query: IdQuery): Sql {
  const isMatched = query.points.in === 'days' && isKept(engine, query);
  const points = {
    slots: () => [slotPoints(engine, query)],
    days: () => [dayPoints(query, isMatched)],
    clicks: () => slotSteps(query),
  }[query.points.in]();
  const { tables, counts } = breakdownsOf(engine, query, isMatched);
  const matched = isMatched ? [sql`${MATCHED} as materialized (${matchedDays(query)})`] : [];
  return sql`with ${joined([...matched, tables], ', ')} ${joined([lifetimeOf(query), ...points, ...counts], ' union all ')}`;
}

function lifetimeOf({ scope, kinds }: IdQuery): Sql {
  const { of, id } = scope;
  return sql`select 'lifetime' as part, 0 as n, '' as label,
    ${sums(kinds, 'kind', 'clicks', 'visitors')}, ${NO_STEPS_SQL}
    from ${constant(`${of}_totals`)} where ${constant(of)} = ${id}`;
}

function slotPoints(engine: Engine, { scope, kinds, filters, points }: IdQuery): Sql {
  return sql`select 'point', p.n, '', ${sums(kinds, 's.kind', 's.clicks', 's.visitors')},
    ${steps(kinds, 's', 's.clicks')}
    ${countsIn(engine, scope, points.ranges)} and ${passes(filters, 's', SLOT_DIMENSIONS)} group by p.n`;
}

/** A row for each day. */
function dayPoints(query: IdQuery, isMatched: boolean): Sql {
  const { kinds } = query;
  const table = isMatched ? MATCHED : sql`(${matchedDays(query)})`;
  return sql`select 'point', m.day, '', ${sums(kinds, 'm.kind', 'm.clicks', 'm.visitors')},
    ${steps(kinds, 'm', 'm.clicks')} from ${table} m group by m.day`;
}

/** The points that a day is in. */
function pointsByDay(ranges: readonly Range[]): (day: number) => readonly number[] {
  const points = new Map<number, number[]>();
  for (const [n, [from, to]] of ranges.entries()) {
    for (let day = from; day < to; day++) points.set(day, [...(points.get(day) ?? []), n]);
  }
  return (day) => points.get(day) ?? [];
}

/**
 * The points of single clicks. These are in the order of time only, so the clicks of all apps are read: a few points at a
 * time, because a reading thread of SQLite does nothing else during a statement.
 */
async function clickRows(reader: Reader, query: IdQuery): Promise<NumberedRow[]> {
  const { engine } = reader;
  const { ranges } = query.points;
  const tables = await clickTablesIn(reader, ranges);
  if (tables.length === 0) return [];
  const size = new AdaptiveBatchSize(engine, POINTS_AT_A_TIME);
  const rows: NumberedRow[] = [];
  for (let first = 0; first < ranges.length;) {
    const some = ranges.slice(first, first + size.rows);
    const parts = tables.map((table) => clickPoints(engine, query, some, table));
    const { text, parameters } = joined(parts, ' union all ');
    const found = await size.read(() => reader.all<NumberedRow>(text, parameters));
    for (const row of found) rows.push({ ...row, n: row.n + first });
    first += some.length;
  }
  return rows;
}

/** Their visitors are a set of bits: 1 on this link and day, 2 in the app and day. */
function clickPoints(
  engine: Engine,
  { scope, kinds, filters }: IdQuery,
  ranges: readonly Range[],
  table: string,
): Sql {
  const { of, id } = scope;
  const isWithin = constant(clickTime(engine, table).within('p.start', 'p.stop'));
  const [first, own] = of === 'app' ? ['(r.visitor & 2) / 2', 'l.app'] : ['r.visitor & 1', 'l.id'];
  return sql`select 'point' as part, p.n, '' as label, ${sums(kinds, 'q.kind', '1', first)}, ${NO_STEPS_SQL}
    from ${rangesTable(engine, ranges)} p cross join ${constant(`${table} r`)}
    join click_links l on l.id = r.link join click_profiles q on q.id = r.profile
    where ${constant(own)} = ${id} and ${isWithin}
    and ${passes(filters, 'q', DIMENSIONS)} group by p.n`;
}

/** The steps of each period, by its quarter-hours, for its first point. */
function slotSteps({ scope, kinds, filters, points }: IdQuery): Sql[] {
  const { of, id } = scope;
  return points.steps.map(
    ({ point, slots: [from, to] }) => sql`select 'point', cast(${point} as bigint), '', 0, 0, 0,
      ${steps(kinds, 's', 's.clicks')} from ${constant(`${of}_slots s`)}
      where ${constant(`s.${of}`)} = ${id} and s.slot >= ${from} and s.slot < ${to}
      and ${passes(filters, 's', SLOT_DIMENSIONS)}`,
  );
}
