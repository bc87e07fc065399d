import { DIMENSIONS } from '../../domain/click/click.ts';
import type { Range } from '../../domain/click/series.ts';
import type { Engine } from '../database.ts';
import { passes, type IdQuery } from './id-query.ts';
import { constant, sql, type Sql } from './sql.ts';

/** The common table of `matchedDays`. The points of a report and its breakdowns are made of it, so it is read once. */
export const MATCHED = constant('matched');

/** SQLite keeps a common table in memory and `/tmp`: the rows of a year and the one before can be hundreds of megabytes. */
const MAX_DAYS_ON_SQLITE = 100;

/**
 * Whether the rows of `matchedDays` are kept during the statement. Otherwise, its points and breakdowns read the store: without
 * filters, breakdowns skip the days that are sealed.
 */
export function isKept(engine: Engine, query: IdQuery): boolean {
  if (query.filters.size === 0) return false;
  const [first, end] = daysOf(query);
  return engine === 'postgres' || end - first <= MAX_DAYS_ON_SQLITE;
}

/** The counts of each combination that passes the filters, by day, from the first to the last day of a query. */
export function matchedDays(query: IdQuery): Sql {
  const { of, id } = query.scope;
  const [first, end] = daysOf(query);
  return sql`select d.day, d.profile, q.kind, q.outcome, d.clicks, d.visitors
    from ${constant(`${of}_days`)} d join click_profiles q on q.id = d.profile
    where d.${constant(of)} = ${id} and d.day >= ${first} and d.day < ${end}
      and ${passes(query.filters, 'q', DIMENSIONS)}`;
}

/** From the first to the last day of the points and of the breakdowns, of which some can be empty. */
function daysOf({ points, breakdowns }: IdQuery): Range {
  const some = [...points.ranges, breakdowns.days].filter(([from, to]) => from < to);
  return [Math.min(...some.map(([from]) => from)), Math.max(...some.map(([, to]) => to))];
}
