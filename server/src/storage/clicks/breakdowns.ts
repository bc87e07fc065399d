import { DIMENSIONS, type Dimension } from '../../domain/click/click.ts';
import { isSlotDimension, SLOT_DIMENSIONS } from '../../domain/click/dimensions.ts';
import type { Range } from '../../domain/click/series.ts';
import type { Engine } from '../database.ts';
import { isClick, NO_STEPS_SQL, sums } from './count-columns.ts';
import { countOrder } from './counted-rows.ts';
import { passes, type IdQuery } from './id-query.ts';
import { MATCHED } from './matched-days.ts';
import { rangesTable } from './ranges.ts';
import { slotCounts, wholeDays } from './slot-breakdowns.ts';
import { constant, joined, sql, type Sql } from './sql.ts';

/** A common table of a statement, and the counts that use it. */
export interface Breakdowns {
  readonly tables: Sql;
  readonly counts: readonly Sql[];
}

/**
 * The breakdowns of a query, and the sums of all clicks of their days. Sealed days have the counts of an app by the values
 * of each dimension. Filters and links need the counts of the combinations. `isMatched`: `matchedDays` has them.
 */
export function breakdownsOf(engine: Engine, query: IdQuery, isMatched: boolean): Breakdowns {
  const { scope, filters, breakdowns } = query;
  const { by, slots } = breakdowns;
  const usesSealed = scope.of === 'app' && filters.size === 0;
  const byDays = by.filter((name) => !slots || !isSlotDimension(name));
  const days = byDays.length > 0 ? breakdowns.days : NONE;
  return {
    tables: joined(
      [
        ...(usesSealed ? [sql`sealed as materialized (${sealedDays(query)})`] : []),
        sql`of_days as materialized (${profilesOf(engine, query, days, { usesSealed, isMatched })})`,
        sql`of_slots as materialized (${slotCounts(engine, query, usesSealed)})`,
      ],
      ', ',
    ),
    counts: [
      ...SLOT_DIMENSIONS.map((name) => {
        const whole = slots && by.includes(name) ? wholeDays(slots) : undefined;
        return breakdown(query, name, 'of_slots', whole, usesSealed);
      }),
      ...DIMENSIONS.map((name) => {
        const own = byDays.includes(name) ? days : undefined;
        return breakdown(query, name, 'of_days', own, usesSealed);
      }),
      daySums(query, days, usesSealed),
    ],
  };
}

/** No days: what is unused is switched off by it, so that the statement stays the same. */
const NONE: Range = [0, 0];

function sealedDays({ scope, breakdowns: { days, slots } }: IdQuery): Sql {
  const [from, to] = slots ? wholeDays(slots) : days;
  return sql`select day from sealed_days where app = ${scope.id} and is_sealed = 1
    and day >= ${Math.min(days[0], from)} and day < ${Math.max(days[1], to)}`;
}

/** The counts of each profile in the days. `usesSealed`: without the days that are sealed. */
function profilesOf(
  engine: Engine,
  { scope, kinds, filters }: IdQuery,
  [first, end]: Range,
  { usesSealed, isMatched }: { readonly usesSealed: boolean; readonly isMatched: boolean },
): Sql {
  const { of, id } = scope;
  const names = constant(DIMENSIONS.map((name) => `q.${name}`).join(', '));
  const table = isMatched
    ? sql`${MATCHED} where`
    : sql`${constant(`${of}_days`)} where ${constant(of)} = ${id} and`;
  const among = usesSealed ? openDays(engine, [first, end]) : sql`day >= ${first} and day < ${end}`;
  const isFew = usesSealed || isMatched || of === 'link';
  return sql`select ${names}, d.clicks, d.visitors from (
      select profile, cast(sum(clicks) as bigint) as clicks, cast(sum(visitors) as bigint) as visitors
      from ${table} ${among} group by profile
    ) d ${engine === 'postgres' && isFew ? SEEK_PROFILES : JOIN_PROFILES}
    where ${isClick(kinds, 'q.kind')} and ${passes(filters, 'q', DIMENSIONS)}`;
}

const JOIN_PROFILES = constant('join click_profiles q on q.id = d.profile');
/** PostgreSQL reads all profiles if it expects many. Only the counts of an app that are not matched can be so many. */
const SEEK_PROFILES = constant(
  'cross join lateral (select * from click_profiles where id = d.profile offset 0) q',
);

/** The condition that a day is not sealed: both engines seek the few open days and skip the rows of all others. */
function openDays(engine: Engine, [first, end]: Range): Sql {
  const each = Array.from({ length: end - first }, (_, n): Range => [first + n, first + n + 1]);
  const open = sql`select p.start from ${rangesTable(engine, each)} p
    where p.start not in (select day from sealed)`;
  return engine === 'sqlite' ? sql`day in (${open})` : sql`day = any (array(${open}))`;
}

/** `table`: the counts that are not sealed; `days`: those that can be; undefined: it is not used. */
function breakdown(
  query: IdQuery,
  name: Dimension,
  table: 'of_days' | 'of_slots',
  days: Range | undefined,
  usesSealed: boolean,
): Sql {
  const { kinds, breakdowns } = query;
  const open = sql`select ${constant(name)} as value, ${sums(kinds, 'kind', 'clicks', 'visitors')}
    from ${constant(table)} where ${days ? 1 : 0} = 1 group by ${constant(name)}`;
  const counts = usesSealed
    ? sql`select value, ${SUMS} from (
        ${open} union all ${sealedValues(query, name, days ?? NONE)}
      ) z group by value`
    : open;
  return labelled(name, counts, breakdowns);
}

/** The clicks of all days. Each click has one kind. */
function daySums(query: IdQuery, days: Range, usesSealed: boolean): Sql {
  const open = sql`select ${sums(query.kinds, 'kind', 'clicks', 'visitors')} from of_days`;
  const all = usesSealed
    ? sql`select ${SUMS} from (${open} union all
        select clicks, visitors, other from (${sealedValues(query, 'kind', days)}) s) z`
    : open;
  return sql`select 'days', 0, '', clicks, visitors, other, ${NO_STEPS_SQL} from (${all}) y`;
}

const SUMS = constant(
  ['clicks', 'visitors', 'other']
    .map((name) => `cast(sum(${name}) as bigint) as ${name}`)
    .join(', '),
);

function sealedValues({ scope }: IdQuery, name: Dimension, days: Range): Sql {
  return sql`select value, clicks, visitors, other from app_day_values
    where app = ${scope.id} and dimension = ${constant(`'${name}'`)}
    and day >= ${days[0]} and day < ${days[1]} and day in (select day from sealed)`;
}

/** The highest counts with their labels. With equal counts, the label that was stored first is in front. */
function labelled(name: Dimension, counts: Sql, { limit, sort }: IdQuery['breakdowns']): Sql {
  const order = countOrder(sort).map((count) => `${count} desc`);
  return sql`select ${constant(`'${name}'`)}, x.value, t.text, x.clicks, x.visitors, x.other, 0, 0, 0
    from (select value, clicks, visitors, other from (${counts}) y
      order by ${constant(order.join(', '))}, value limit ${limit}) x
    join click_texts t on t.id = x.value`;
}
