import type { ColumnTypes, SqlValue } from '../database.ts';

/** Rows as a table of a statement. One array for each column, so that the statement is the same for any number of rows. */
export function unnested(columns: ColumnTypes): string {
  const arrays = Object.values(columns).map((type) => `?::${type}[]`);
  return `unnest(${arrays.join(', ')})`;
}

/** A statement that inserts many rows. Its parameters are the values of each column; `tail` is its end. */
export function insertArrays(table: string, columns: ColumnTypes, tail = ''): string {
  return `insert into ${table} (${Object.keys(columns).join(', ')}) select * from ${unnested(columns)} ${tail}`;
}

/** The values of each column. */
export function byColumn(
  columns: ColumnTypes,
  rows: readonly (readonly SqlValue[])[],
): SqlValue[][] {
  return Object.keys(columns).map((_, at) => rows.map((row) => row[at] ?? null));
}
