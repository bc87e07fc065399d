import { constant, joined, sql, type Sql } from './sql.ts';

/** Labels of kinds and outcomes. */
export interface KindLabels {
  readonly human: number;
  readonly open: number;
  readonly redeem: number;
  readonly storeOutcomes: readonly number[];
}

/**
 * A row of counts, which never contain events. `kind`: the column with the label of the kind; `clicks`: how many clicks
 * a row is.
 */
export function sums(
  { human, open, redeem }: KindLabels,
  kind: string,
  clicks: string,
  visitors: string,
): Sql {
  const [is, count, first] = [constant(kind), constant(clicks), constant(visitors)];
  return sql`cast(sum(case when ${is} = ${human} then ${count} else 0 end) as bigint) as clicks,
    cast(sum(case when ${is} = ${human} then ${first} else 0 end) as bigint) as visitors,
    cast(sum(case when ${is} in (${human}, ${open}, ${redeem}) then 0 else ${count} end) as bigint) as other`;
}

/** A row of steps. `labels`: the table with kind and outcome; `clicks`: the column with how many clicks a row is. */
export function steps(
  { human, open, redeem, storeOutcomes }: KindLabels,
  labels: string,
  clicks: string,
): Sql {
  const kind = constant(`${labels}.kind`);
  const outcome = constant(`${labels}.outcome`);
  const count = constant(clicks);
  const outcomes = storeOutcomes.map((label) => sql`${label}`);
  const stores = joined(outcomes, ', ');
  return sql`cast(sum(case when ${kind} = ${human} and ${outcome} in (${stores}) then ${count} else 0 end) as bigint) as store,
    cast(sum(case when ${kind} = ${open} then ${count} else 0 end) as bigint) as opened,
    cast(sum(case when ${kind} = ${redeem} then ${count} else 0 end) as bigint) as redeemed`;
}

export const NO_STEPS_SQL = constant('0 as store, 0 as opened, 0 as redeemed');

/** The condition that a row is a click. */
export function isClick({ open, redeem }: KindLabels, kind: string): Sql {
  return sql`${constant(kind)} not in (${open}, ${redeem})`;
}
