import type { Range } from '../../domain/click/series.ts';
import type { Engine } from '../database.ts';
import type { Scope } from './id-query.ts';
import { constant, sql, type Sql } from './sql.ts';

/** A table with the columns `n` (the index, from 0), `start` and `stop`: one parameter list for any number of rows. */
export function rangesTable(engine: Engine, ranges: readonly Range[]): Sql {
  if (engine === 'sqlite') {
    return {
      text: `(select key as n, json_extract(value, '$[0]') as start, json_extract(value, '$[1]') as stop
        from json_each(?))`,
      parameters: [JSON.stringify(ranges)],
    };
  }
  return {
    text: `(select n - 1 as n, start, stop
      from unnest(?::bigint[], ?::bigint[]) with ordinality as u (start, stop, n))`,
    parameters: [0, 1].map((side) => `{${ranges.map((range) => range[side]).join(',')}}`),
  };
}

/**
 * The end of a statement, from `from` on: the counts `s` by quarter-hours of an app or a link in each range `p`. Further conditions can
 * follow. PostgreSQL does not know how few rows a range has, and would read all rows once for all ranges: `offset 0` keeps
 * it from that, so that it searches the index for each range.
 */
export function countsIn(engine: Engine, { of, id }: Scope, ranges: readonly Range[]): Sql {
  const [table, owner] = [constant(`${of}_slots`), constant(of)];
  const rows = rangesTable(engine, ranges);
  return engine === 'sqlite'
    ? sql`from ${rows} p cross join ${table} s
      where s.${owner} = ${id} and s.slot >= p.start and s.slot < p.stop`
    : sql`from ${rows} p cross join lateral (
        select * from ${table} where ${owner} = ${id} and slot >= p.start and slot < p.stop offset 0
      ) s where true`;
}
