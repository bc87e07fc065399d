import { DIMENSIONS, type Dimension } from '../../domain/click/click.ts';
import { isSlotDimension, SLOT_DIMENSIONS } from '../../domain/click/dimensions.ts';
import type { Range } from '../../domain/click/series.ts';
import { isClick, NO_STEPS_SQL, sums } from './count-columns.ts';
import { passes, type IdQuery } from './id-query.ts';
import { constant, sql, type Sql } from './sql.ts';

/** A common table of a statement, and the counts that use it. */
export interface Breakdowns {
  readonly tables: Sql;
  readonly counts: readonly Sql[];
}

/**
 * The breakdowns of a query, and the sums of all clicks of their days. Sealed days have the counts of an app by the values
 * of each dimension. Filters and links need the counts of the combinations.
 */
export function breakdownsOf(query: IdQuery): Breakdowns {
  const { scope, filters, breakdowns } = query;
  const usesSealed = scope.of === 'app' && filters.size === 0;
  const byDays = breakdowns.by.filter((name) => isByDays(name, breakdowns.slots));
  const combinations = sql`of_days as materialized (${profilesOfDays(query, usesSealed, byDays.length > 0)})`;
  return {
    tables: usesSealed
      ? sql`sealed as materialized (${sealedDays(query)}), ${combinations}`
      : combinations,
    counts: [
      ...slotBreakdowns(query),
      ...DIMENSIONS.map((name) => dayBreakdown(query, name, usesSealed, byDays.includes(name))),
      daySums(query, usesSealed, byDays.length > 0),
    ],
  };
}

function isByDays(dimension: Dimension, slots: Range | undefined): boolean {
  return slots === undefined || !isSlotDimension(dimension);
}

function sealedDays({ scope, breakdowns: { days } }: IdQuery): Sql {
  return sql`select day from sealed_days
    where app = ${scope.id} and is_sealed = 1 and day >= ${days[0]} and day < ${days[1]}`;
}

/** The counts of each profile in the days, before the filters. */
function profilesOfDays(
  { scope, kinds, filters, breakdowns: { days } }: IdQuery,
  usesSealed: boolean,
  isUsed: boolean,
): Sql {
  const { of, id } = scope;
  const columns = constant(DIMENSIONS.map((name) => `q.${name}`).join(', '));
  const isOpen = constant(usesSealed ? 'and day not in (select day from sealed)' : '');
  return sql`select ${columns}, d.clicks, d.visitors from (
      select profile, sum(clicks) as clicks, sum(visitors) as visitors
      from ${constant(`${of}_days`)}
      where ${isUsed ? 1 : 0} = 1 and ${constant(of)} = ${id} and day >= ${days[0]} and day < ${days[1]} ${isOpen}
      group by profile
    ) d join click_profiles q on q.id = d.profile
    where ${isClick(kinds, 'q.kind')} and ${passes(filters, 'q', DIMENSIONS)}`;
}

function dayBreakdown(query: IdQuery, name: Dimension, usesSealed: boolean, isUsed: boolean): Sql {
  const { kinds, breakdowns } = query;
  const open = sql`select ${constant(name)} as value, ${sums(kinds, 'kind', 'clicks', 'visitors')}
    from of_days where ${isUsed ? 1 : 0} = 1 group by ${constant(name)}`;
  const counts = usesSealed
    ? sql`select value, ${SUMS} from (${open} union all ${sealedValues(query, name, isUsed)}) z group by value`
    : open;
  return labelled(name, counts, breakdowns.limit);
}

/** The clicks of all days. Each click has one kind. */
function daySums(query: IdQuery, usesSealed: boolean, isUsed: boolean): Sql {
  const open = sql`select ${sums(query.kinds, 'kind', 'clicks', 'visitors')} from of_days`;
  const all = usesSealed
    ? sql`select ${SUMS} from (${open} union all
        select clicks, visitors, other from (${sealedValues(query, 'kind', isUsed)}) s) z`
    : open;
  return sql`select 'days', 0, '', clicks, visitors, other, ${NO_STEPS_SQL} from (${all}) y`;
}

const SUMS = constant(
  ['clicks', 'visitors', 'other']
    .map((name) => `cast(sum(${name}) as bigint) as ${name}`)
    .join(', '),
);

function sealedValues(
  { scope, breakdowns: { days } }: IdQuery,
  name: Dimension,
  isUsed: boolean,
): Sql {
  return sql`select value, clicks, visitors, other from app_day_values
    where ${isUsed ? 1 : 0} = 1 and app = ${scope.id} and dimension = ${constant(`'${name}'`)}
    and day >= ${days[0]} and day < ${days[1]} and day in (select day from sealed)`;
}

function slotBreakdowns({ scope, kinds, filters, breakdowns }: IdQuery): Sql[] {
  const { of, id } = scope;
  const { by, limit, slots } = breakdowns;
  const [from, to] = slots ?? [0, 0];
  return SLOT_DIMENSIONS.map((name) => {
    const isUsed = by.includes(name) && slots !== undefined ? 1 : 0;
    return labelled(
      name,
      sql`select ${constant(`s.${name}`)} as value,
      ${sums(kinds, 's.kind', 's.clicks', 's.visitors')} from ${constant(`${of}_slots s`)}
      where ${isUsed} = 1 and ${constant(`s.${of}`)} = ${id} and s.slot >= ${from} and s.slot < ${to}
      and ${isClick(kinds, 's.kind')} and ${passes(filters, 's', SLOT_DIMENSIONS)}
      group by ${constant(`s.${name}`)}`,
      limit,
    );
  });
}

/** The highest counts with their labels. With equal counts, the label that was stored first is in front. */
function labelled(name: Dimension, counts: Sql, limit: number): Sql {
  return sql`select ${constant(`'${name}'`)}, x.value, t.text, x.clicks, x.visitors, x.other, 0, 0, 0
    from (select value, clicks, visitors, other from (${counts}) y
      order by clicks desc, other desc, value limit ${limit}) x
    join click_texts t on t.id = x.value`;
}
