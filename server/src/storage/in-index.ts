import type { Database, SqlValue } from './database.ts';

type Engine = Database['engine'];

/** The end of a query that reads an index in its order. */
export interface IndexRange {
  readonly where: string;
  readonly parameters: readonly SqlValue[];
  readonly order: string;
}

/**
 * What reads an index in its order from a place on: its first columns have these values, and the last
 * one is a whole number. `from`: where the page before ended; undefined: from the beginning.
 *
 * SQLite takes the index for what it is. PostgreSQL plans a statement once for all apps, and then it
 * may take the primary key and read through the rows of every other app until it has found a few of
 * a small one; to compare the last two columns as one, and to order by them, is what only this index
 * can do. Two and no more: it sees that the end is reached by the first of them alone.
 */
export function inIndex(
  engine: Engine,
  columns: readonly string[],
  values: readonly string[],
  ascending: boolean,
  from?: number,
): IndexRange {
  const order = columns.map((column) => `${column} ${ascending ? 'asc' : 'desc'}`).join(', ');
  const [past, until] = ascending ? ['>', '<='] : ['<', '>='];
  const [first, last] = ascending ? [0, Number.MAX_SAFE_INTEGER] : [Number.MAX_SAFE_INTEGER, 0];
  const one = engine === 'sqlite';
  const equal = columns.slice(0, one ? -1 : -2);
  const ranged = columns.slice(equal.length);
  const row = `(${ranged.join(', ')})`;
  const marks = `(${ranged.map(() => '?').join(', ')})`;
  return {
    where: [
      ...equal.map((column) => `${column} = ?`),
      `${row} ${past} ${marks}`,
      ...(one ? [] : [`${row} ${until} ${marks}`]),
    ].join(' and '),
    parameters: [...values, from ?? first, ...(one ? [] : [...values.slice(equal.length), last])],
    order,
  };
}

/** A condition, behind the name of a column, and its parameter: one of the numbers in a list, `1,2,3`. */
export function amongNumbers(
  engine: Engine,
  list: string,
): readonly [sql: string, parameter: string] {
  return engine === 'sqlite'
    ? ['in (select value from json_each(?))', `[${list}]`]
    : ['= any(?::bigint[])', `{${list}}`];
}
