import type { Engine } from './database.ts';

/** A query that has one row for the values of a request. Requests of the same moment can share a statement. */
export interface SharedQuery {
  /** For one request. Each value is a parameter. */
  readonly sqlite: string;
  /**
   * For several requests. Each value is a parameter with an array. It also selects `place`, the position of the
   * request, from 1.
   */
  readonly postgres: string;
}

/**
 * `values`: their names, which are columns of the table `wanted`; all are texts. `tables`: by alias, a table and the
 * condition that at most one of its rows meets. The condition uses the alias, `wanted` and the tables before it. Without that
 * row, its columns are null.
 */
export function sharedQuery(
  values: readonly string[],
  select: (engine: Engine) => string,
  tables: Readonly<Record<string, readonly [table: string, condition: string]>>,
): SharedQuery {
  const one = values.map((value) => `? as ${value}`).join(', ');
  const many = values.map(() => '?::text[]').join(', ');
  const joins = Object.entries(tables);
  const plain = joins.map(([alias, [table, where]]) => `left join ${table} ${alias} on ${where}`);
  // Other joins read whole tables when PostgreSQL has outdated statistics of them.
  const lateral = joins.map(
    ([alias, [table, where]]) =>
      `left join lateral (select * from ${table} ${alias} where ${where} limit 1) ${alias} on true`,
  );
  return {
    sqlite: `select ${select('sqlite')} from (select ${one}) as wanted ${plain.join(' ')}`,
    postgres: `select wanted.place, ${select('postgres')}
      from unnest(${many}) with ordinality as wanted (${values.join(', ')}, place)
      ${lateral.join(' ')}`,
  };
}
