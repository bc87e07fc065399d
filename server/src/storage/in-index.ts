import type { Engine, SqlValue } from './database.ts';

/** The clauses of a query that reads an index in its order. */
export interface IndexRange {
  readonly where: string;
  readonly parameters: readonly SqlValue[];
  readonly order: string;
}

/**
 * Reads an index in its order, from a position on: its first columns have these values, and the last one is
 * a whole number. `from`: where the previous page ended; undefined: from the beginning.
 *
 * SQLite uses the index as expected. PostgreSQL plans a statement once for all apps, and can then choose the
 * primary key and read the rows of every other app until it finds a few of a small one. Only this index can
 * compare the last two columns as a row value and order by them. Exactly two: the scan ends by the first.
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

/** The condition that a column has one of these codes, and its parameter. */
export function amongCodes(
  engine: Engine,
  codes: readonly string[],
): readonly [sql: string, parameter: string] {
  const list = codeList(engine, codes);
  return engine === 'sqlite'
    ? ['in (select value from json_each(?))', list]
    : ['= any(?::text[])', list];
}

/**
 * The condition that links which are found by code are those of an app. SQLite would expect fewer links in an app
 * than in a list of codes, and read all links of the app.
 */
export function foundInApp(engine: Engine): string {
  return engine === 'sqlite' ? '+app_id = ?' : 'app_id = ?';
}

/** A parameter with a list of codes; they can be any text that a request has. */
export function codeList(engine: Engine, codes: readonly string[]): string {
  if (engine === 'sqlite') return JSON.stringify(codes);
  return `{${codes.map((code) => `"${code.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** The condition that a column has one of these numbers, or of those in a text (`1,2,3`), and its parameter. */
export function amongNumbers(
  engine: Engine,
  numbers: readonly number[] | string,
): readonly [sql: string, parameter: string] {
  const list = String(numbers);
  return engine === 'sqlite'
    ? ['in (select value from json_each(?))', `[${list}]`]
    : ['= any(?::bigint[])', `{${list}}`];
}
