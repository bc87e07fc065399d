import { DIMENSIONS, type ClicksSearch, type Dimension } from './clicks-parameters.ts';
import { firstDayWithHours } from '../../../../server/src/domain/click/kept-days.ts';
import { isPossible } from './value-name.ts';
import {
  addDays,
  dateIn,
  daysIn,
  isDate,
  isTimeZone,
  startOfMonth,
  utcDay,
  utcDayEnd,
} from './dates.ts';

export const RANGES = ['today', '7d', '30d', '90d', '12m', 'custom'] as const;
export type Range = (typeof RANGES)[number];
const DEFAULT_RANGE = '30d';

export const UNITS = ['hour', 'day', 'week', 'month'] as const;
export type Unit = (typeof UNITS)[number];

/** What the chart and the breakdowns show. */
export const MEASURES = ['clicks', 'visitors', 'other'] as const;
export type Measure = (typeof MEASURES)[number];

export interface Filter {
  readonly by: Dimension;
  /** '' is the unknown value. */
  readonly value: string;
}

/** A page of clicks: what its address says, with defaults for what is left out or wrong. */
export interface View {
  readonly range: Range;
  /** The first and the last date in the time zone. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly unit: Unit;
  /** The units that suit the length of the period. */
  readonly units: readonly Unit[];
  /** Does the chart show the previous period? */
  readonly compare: boolean;
  readonly measure: Measure;
  readonly filters: readonly Filter[];
  /** Because of a filter, each date has the count of the UTC day of the same date. */
  readonly utcDays: boolean;
  /** The period is not over: new clicks can appear. */
  readonly live: boolean;
}

/** `now` is in milliseconds since 1970-01-01 UTC. */
export function readView(search: ClicksSearch, ownZone: string, now: number): View {
  const zone = search.zone !== undefined && isTimeZone(search.zone) ? search.zone : ownZone;
  const today = dateIn(zone, now);
  const [range, from, to] = periodOf(search, today);
  const days = daysIn(from, to);
  const filters = DIMENSIONS.flatMap((by) => {
    const value = search[by];
    return value === undefined || !isPossible(by, value) ? [] : [{ by, value }];
  });
  const utcDays = filters.some(({ by }) => !EXACT.includes(by));
  const units = unitsFor(days, utcDays || !hasHours(from, days, now));
  // East of UTC, the UTC day of the last date ends later than that date.
  const isOver = to < today && (!utcDays || utcDayEnd(to) <= now);
  return {
    range,
    from,
    to,
    zone,
    unit: units.find((unit) => unit === search.unit) ?? defaultUnit(range, days, units),
    units,
    compare: search.compare !== 'off',
    measure: MEASURES.find((name) => name === search.show) ?? 'clicks',
    filters,
    utcDays,
    live: from <= today && !isOver,
  };
}

function periodOf(search: ClicksSearch, today: string): readonly [Range, from: string, to: string] {
  const range = RANGES.find((name) => name === search.range) ?? DEFAULT_RANGE;
  if (range !== 'custom') return [range, ...lastDays(range, today)];
  const { from = '', to = '' } = search;
  const isValid = isDate(from) && isDate(to) && from <= to && daysIn(from, to) <= MAX_DAYS;
  return isValid ? [range, from, to] : [DEFAULT_RANGE, ...lastDays(DEFAULT_RANGE, today)];
}

/** Ten years: with months as the unit, far from the maximum number of points. */
export const MAX_DAYS = 3660;

function lastDays(range: Exclude<Range, 'custom'>, today: string): readonly [string, string] {
  // Whole months: each of the twelve points is a month.
  if (range === '12m') return [startOfMonth(today, -11), addDays(startOfMonth(today, 1), -1)];
  const days = { today: 1, '7d': 7, '30d': 30, '90d': 90 }[range];
  return [addDays(today, 1 - days), today];
}

/** The shortest and the longest period of each unit, in days: a chart has between 2 and about 400 points. */
const DAYS_OF: Readonly<Record<Unit, readonly [least: number, most: number]>> = {
  hour: [1, 14],
  day: [2, 400],
  week: [14, 2800],
  month: [57, MAX_DAYS],
};

/** Clicks filtered by other dimensions are counted by day only. */
const EXACT: readonly Dimension[] = ['kind', 'platform', 'outcome'];

/** Whether this period and the one before, which is counted too, have hours in every time zone. */
function hasHours(from: string, days: number, now: number): boolean {
  return utcDay(from) - days > firstDayWithHours(now);
}

function unitsFor(days: number, byDay: boolean): Unit[] {
  const units = UNITS.filter((unit) => {
    const [least, most] = DAYS_OF[unit];
    return least <= days && days <= most && !(byDay && unit === 'hour');
  });
  return units.length > 0 ? units : ['day'];
}

function defaultUnit(range: Range, days: number, units: readonly Unit[]): Unit {
  if (range === '12m' || days > 366) return 'month';
  if (days > 93) return 'week';
  return days <= 2 && units.includes('hour') ? 'hour' : 'day';
}

/** The search of an address with some changes; what equals the default is left out. */
export function withChanges(search: ClicksSearch, changes: ClicksSearch): ClicksSearch {
  const next: Record<string, string | undefined> = { ...search, ...changes };
  if (next['range'] === DEFAULT_RANGE) delete next['range'];
  if (next['range'] !== 'custom') {
    delete next['from'];
    delete next['to'];
  }
  // Another period can have another unit.
  if (changes.range !== undefined) delete next['unit'];
  if (next['show'] === 'clicks') delete next['show'];
  if (next['compare'] === 'on') delete next['compare'];
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
}
