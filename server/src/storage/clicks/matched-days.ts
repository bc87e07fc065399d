import { DIMENSIONS } from '../../domain/click/click.ts';
import type { Range } from '../../domain/click/series.ts';
import { passes, type IdQuery } from './id-query.ts';
import { constant, sql, type Sql } from './sql.ts';

export const MATCHED = constant('matched');

/**
 * The common table `matched`: the counts of each combination that passes the filters, by day, from the first to the last day
 * of the query. Its points and its breakdowns are made of it, so the combinations of a day are read once.
 */
export function matchedDays({ scope: { of, id }, filters, points, breakdowns }: IdQuery): Sql {
  const [first, end] = outer([...points.ranges, breakdowns.days]);
  return sql`${MATCHED} as materialized (
    select d.day, d.profile, q.kind, q.outcome, d.clicks, d.visitors
    from ${constant(`${of}_days`)} d join click_profiles q on q.id = d.profile
    where d.${constant(of)} = ${id} and d.day >= ${first} and d.day < ${end}
      and ${passes(filters, 'q', DIMENSIONS)})`;
}

/** From the first to the last day of these ranges, of which some can be empty. */
function outer(ranges: readonly Range[]): Range {
  const some = ranges.filter(([from, to]) => from < to);
  return [Math.min(...some.map(([from]) => from)), Math.max(...some.map(([, to]) => to))];
}
