import { MARGIN_MS, midnight, monthsBefore } from './local-dates.ts';
import { DAY_MS } from './slots.ts';
import { firstTimeAt, type TimeZone } from './time-zone.ts';

/** The units of a series. A week begins on Monday. */
export const UNITS = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type Unit = (typeof UNITS)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The shortest duration of a unit, but for the changes of clocks. */
export const UNIT_MS: Readonly<Record<Unit, number>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 28 * DAY_MS,
};

/**
 * The times at which the units in a period begin, in ascending order. The first is `from`, also within a unit.
 * When clocks change, an hour is divided: it can be shorter, or occur twice. A date begins with the first time that
 * has this or a later date; a date that is skipped has no unit.
 */
export function unitStarts(zone: TimeZone, unit: Unit, from: number, to: number): number[] {
  if (unit === 'minute' || unit === 'hour') return clockStarts(zone, UNIT_MS[unit], from, to);
  const segments = zone.segments(from - MARGIN_MS, to + MARGIN_MS);
  const starts = [from];
  let date = dateStart(unit, zone.localOf(from));
  for (let last = from; ;) {
    date = dateAfter(unit, date);
    const at = firstTimeAt(segments, date);
    if (at >= to) return starts;
    if (at <= last) continue;
    starts.push(at);
    last = at;
  }
}

function clockStarts(zone: TimeZone, length: number, from: number, to: number): number[] {
  const starts = [];
  for (const segment of zone.segments(from, to)) {
    const { offset } = segment;
    starts.push(segment.from);
    const next = (Math.floor((segment.from + offset) / length) + 1) * length - offset;
    for (let at = next; at < segment.to; at += length) starts.push(at);
  }
  return starts;
}

/** The local midnight at which the unit of a local time begins. */
function dateStart(unit: 'day' | 'week' | 'month', local: number): number {
  if (unit === 'month') return monthsBefore(local, 0);
  if (unit === 'day') return midnight(local);
  const day = Math.floor(local / DAY_MS);
  // 1970-01-01 was a Thursday.
  return (day - ((((day + 3) % 7) + 7) % 7)) * DAY_MS;
}

function dateAfter(unit: 'day' | 'week' | 'month', start: number): number {
  return unit === 'month' ? monthsBefore(start, -1) : start + UNIT_MS[unit];
}
