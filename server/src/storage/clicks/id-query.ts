import type { Dimension } from '../../domain/click/click.ts';
import type { CountQuery } from './click-reader.ts';
import type { KindLabels } from './count-columns.ts';
import { constant, joined, sql, type Sql } from './sql.ts';

/** The clicks of an app or of a link: which tables, and the id in their first column. */
export interface Scope {
  readonly of: 'app' | 'link';
  readonly id: number;
}

/** A query with the ids of its labels. A label that the store does not have is 0. */
export interface IdQuery extends Pick<CountQuery, 'points' | 'breakdowns'> {
  readonly scope: Scope;
  readonly kinds: KindLabels;
  readonly filters: ReadonlyMap<Dimension, number>;
}

/** The condition that a row passes the filters. */
export function passes(
  filters: IdQuery['filters'],
  table: string,
  dimensions: readonly Dimension[],
): Sql {
  const conditions = dimensions.map(
    (name) => sql`${filters.get(name) ?? ANY} in (${constant(`${ANY}, ${table}.${name}`)})`,
  );
  return joined(conditions, ' and ');
}

/** No label has this id. */
const ANY = -1;
