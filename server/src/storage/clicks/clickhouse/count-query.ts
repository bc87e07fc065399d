import { DIMENSIONS, type Dimension } from '../../../domain/click/click.ts';
import { isSlotDimension, SLOT_DIMENSIONS } from '../../../domain/click/dimensions.ts';
import type { Counts, Range } from '../../../domain/click/series.ts';
import type { Counted, CountQuery } from '../click-reader.ts';
import { countedOf, countOrder, type CountRow } from '../counted-rows.ts';
import type { Parameters } from './clickhouse.ts';
import {
  counts,
  IS_CLICK,
  pendingClicks,
  SEALED,
  singleClicks,
  STEPS,
  SUMS,
} from './counts-sql.ts';
import { DAYS, SLOTS, TOTALS, type Level } from './rollups.ts';

/** `start`: the first number of its part of the series, or the point that gets its steps. */
export interface StartedRow extends CountRow {
  readonly start: number;
}

export const OWNERS: Readonly<Record<Level, string>> = {
  app: 'app = {app:String}',
  link: 'app = {app:String} and code = {code:String}',
};

const NO_STEPS_SQL = '0 as store, 0 as opened, 0 as redeemed';

/** One statement for all numbers of a report, so that they are from the same moment. */
export function countStatement(query: CountQuery): {
  readonly sql: string;
  readonly parameters: Parameters;
} {
  const { app, code = '', filters, points, breakdowns } = query;
  const level: Level = query.code === undefined ? 'app' : 'link';
  const bounds = boundsOf(points.ranges);
  const [slotFrom, slotTo] = breakdowns.slots ?? [0, 0];
  const arms = [lifetime(level), series(level, query), ...steps(level, query)];
  arms.push(...breakdownsOf(level, query));
  return {
    sql: `${SEALED}${arms.join(' union all ')}`,
    parameters: {
      app,
      code,
      bounds,
      limit: breakdowns.limit,
      day_from: breakdowns.days[0],
      day_to: breakdowns.days[1],
      slot_from: slotFrom,
      slot_to: slotTo,
      ...Object.fromEntries(Array.from(filters, ([name, text]) => [`f_${name}`, text])),
      ...Object.fromEntries(
        points.steps.flatMap(({ slots: [from, to] }, at) => [
          [`step_from_${at}`, from],
          [`step_to_${at}`, to],
        ]),
      ),
    },
  };
}

/** All starts and ends, sorted. What is between two of them belongs to the same points. */
function boundsOf(ranges: readonly Range[]): number[] {
  return [...new Set(ranges.flat())].toSorted((a, b) => a - b);
}

function lifetime(level: Level): string {
  return `select 'lifetime' as part, '' as label, toInt64(0) as start, ${SUMS}, ${NO_STEPS_SQL}
    from ${counts(TOTALS[level], OWNERS[level])}`;
}

function series(level: Level, { filters, points }: CountQuery): string {
  const within = (column: string): string =>
    `${column} >= {bounds:Array(Int64)}[1] and ${column} < {bounds:Array(Int64)}[-1]`;
  const grouped = (column: string, more: string): string =>
    `select 'point' as part, '' as label, roundDown(${column}, {bounds:Array(Int64)}) as start,
      ${SUMS}, ${more} from`;
  const owner = OWNERS[level];
  if (points.in === 'clicks') {
    const visitors = level === 'app' ? 'bitAnd(visitor, 2) / 2' : 'bitAnd(visitor, 1)';
    // An app has all clicks of its links, which say what is the first click in the app.
    const own = level === 'app' ? 'true' : 'code = {code:String}';
    return `${grouped('at', NO_STEPS_SQL)}
      (select *, 1 as c, toUInt64(${visitors}) as v from (
        select * from ${singleClicks(owner, within('at'))} union all
        select * except (part, app) from ${pendingClicks('part >= sealed_until', OWNERS.app)}
        where ${within('at')} and ${own}))
      where ${passes(filters, DIMENSIONS)} group by start`;
  }
  const [rollup, column, dimensions] =
    points.in === 'slots'
      ? [SLOTS[level], 'slot', SLOT_DIMENSIONS]
      : [DAYS[level], 'day', DIMENSIONS];
  return `${grouped(column, STEPS)} ${counts(rollup, owner, within(column))}
    where ${passes(filters, dimensions)} group by start`;
}

/** The steps of each period, by its quarter-hours. */
function steps(level: Level, { filters, points }: CountQuery): string[] {
  if (points.in !== 'clicks') return [];
  return points.steps.map(({ point }, at) => {
    const range = `slot >= {step_from_${at}:Int64} and slot < {step_to_${at}:Int64}`;
    return `select 'steps' as part, '' as label, toInt64(${Math.trunc(point)}) as start,
      0 as clicks, 0 as visitors, 0 as other, ${STEPS}
      from ${counts(SLOTS[level], OWNERS[level], range)}
      where ${passes(filters, SLOT_DIMENSIONS)}`;
  });
}

function breakdownsOf(level: Level, { filters, breakdowns }: CountQuery): string[] {
  const { by, slots, sort } = breakdowns;
  const bySlots = by.filter((name) => slots !== undefined && isSlotDimension(name));
  const byDays = by.filter((name) => !bySlots.includes(name));
  const owner = OWNERS[level];
  const ofSlots = 'slot >= {slot_from:Int64} and slot < {slot_to:Int64}';
  const ofDays = 'day >= {day_from:Int64} and day < {day_to:Int64}';
  return [
    ...breakdown(
      bySlots,
      sort,
      counts(SLOTS[level], owner, ofSlots),
      passes(filters, SLOT_DIMENSIONS),
    ),
    ...breakdown(byDays, sort, counts(DAYS[level], owner, ofDays), passes(filters, DIMENSIONS), [
      DAY_SUMS,
    ]),
  ];
}

/** A part of which all clicks are one value. */
const DAY_SUMS = `('days', '')`;

/** The highest counts of each dimension, which are counted together. */
function breakdown(
  by: readonly Dimension[],
  sort: keyof Counts,
  source: string,
  condition: string,
  more: readonly string[] = [],
): string[] {
  if (by.length === 0) return [];
  const columns = [...new Set(['kind', ...by])].join(', ');
  const order = countOrder(sort).map((count) => `${count} desc`);
  const pairs = [...by.map((name) => `('${name}', toString(${name}))`), ...more].join(', ');
  return [
    `select * from (select pair.1 as part, pair.2 as label, toInt64(0) as start, ${SUMS}, ${NO_STEPS_SQL}
      from (select ${columns}, sum(c) as c, sum(v) as v
        from (select ${columns}, c, v from ${source} where ${IS_CLICK} and ${condition})
        group by ${columns})
      array join [${pairs}] as pair
      group by part, label order by ${order.join(', ')}, label limit {limit:UInt32} by part)`,
  ];
}

function passes(filters: CountQuery['filters'], dimensions: readonly Dimension[]): string {
  const used = dimensions.filter((name) => filters.has(name));
  return ['true', ...used.map((name) => `${name} = {f_${name}:String}`)].join(' and ');
}

export function readCountRows(
  { points: { ranges }, breakdowns: { sort } }: CountQuery,
  rows: readonly StartedRow[],
): Counted {
  const pointsAt = pointsByBound(ranges);
  return countedOf(rows, sort, ({ part, start }) =>
    part === 'steps' ? [start] : (pointsAt.get(start) ?? []),
  );
}

/** For each bound, the points that contain what follows it. Two periods can have a part in common. */
function pointsByBound(ranges: readonly Range[]): Map<number, number[]> {
  const bounds = boundsOf(ranges);
  const indexes = new Map(bounds.map((bound, index) => [bound, index]));
  const found = new Map<number, number[]>();
  for (const [point, [start, stop]] of ranges.entries()) {
    const [first = 0, end = 0] = [indexes.get(start), indexes.get(stop)];
    for (const bound of bounds.slice(first, end)) {
      found.set(bound, [...(found.get(bound) ?? []), point]);
    }
  }
  return found;
}
