import { SLOT_DIMENSIONS } from '../../domain/click/dimensions.ts';
import type { Range } from '../../domain/click/series.ts';
import { SLOTS_PER_DAY } from '../../domain/click/slots.ts';
import type { Engine } from '../database.ts';
import { isClick } from './count-columns.ts';
import { passes, type IdQuery } from './id-query.ts';
import { countsIn } from './ranges.ts';
import { constant, sql, type Sql } from './sql.ts';

/** The counts of the period by all dimensions of quarter-hours. `usesSealed`: without those of whole days that are sealed. */
export function slotCounts(engine: Engine, query: IdQuery, usesSealed: boolean): Sql {
  const { scope, kinds, filters, breakdowns } = query;
  const isOpen = constant(
    usesSealed
      ? `and (p.stop - p.start < ${SLOTS_PER_DAY} or p.start / ${SLOTS_PER_DAY} not in (select day from sealed))`
      : '',
  );
  const names = constant(SLOT_DIMENSIONS.map((name) => `s.${name}`).join(', '));
  return sql`select ${names}, cast(sum(s.clicks) as bigint) as clicks, cast(sum(s.visitors) as bigint) as visitors
    ${countsIn(engine, scope, pieces(breakdowns.slots, usesSealed))} ${isOpen}
    and ${isClick(kinds, 's.kind')} and ${passes(filters, 's', SLOT_DIMENSIONS)} group by ${names}`;
}

/** The whole UTC days of a period in quarter-hours. */
export function wholeDays([from, to]: Range): Range {
  return [Math.ceil(from / SLOTS_PER_DAY), Math.floor(to / SLOTS_PER_DAY)];
}

/** A period, divided at each midnight in UTC. */
function pieces(slots: Range | undefined, isDivided: boolean): Range[] {
  if (slots === undefined) return [];
  if (!isDivided) return [slots];
  const [from, to] = slots;
  const divided: Range[] = [];
  for (let start = from; start < to;) {
    const midnight = start - (start % SLOTS_PER_DAY) + SLOTS_PER_DAY;
    const stop = Math.min(midnight, to);
    divided.push([start, stop]);
    start = stop;
  }
  return divided;
}
