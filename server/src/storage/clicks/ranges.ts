import type { Range } from '../../domain/click/series.ts';
import type { Sql, SqlSource } from './sql.ts';

/** A table with the columns `n` (the index, from 0), `start` and `stop`: one parameter list for any number of rows. */
export function rangesTable(engine: SqlSource['engine'], ranges: readonly Range[]): Sql {
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
