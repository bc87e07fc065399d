import { issueIf, pointer, type Issue, type Refused } from '../text/issue.ts';
import { firstDayWithHours, HOUR_MONTHS } from './kept-days.ts';
import {
  dateStart,
  localOf,
  MARGIN_MS,
  midnight,
  monthsBefore,
  monthsBetween,
} from './local-dates.ts';
import { DAY_MS, dayOf, SLOT_MS } from './slots.ts';
import { firstTimeAt, TimeZone } from './time-zone.ts';
import { UNIT_MS, unitStarts, type Unit } from './units.ts';

/** The parameters of a request, as they were sent. */
export interface PeriodRequest {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly unit?: Unit | undefined;
}

/** What a period may be. */
export interface PeriodRules {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly now: number;
  /** Counts are for UTC days only, so a unit has at least a day. */
  readonly daysOnly?: boolean;
  /** The period before is counted too, by the same unit. */
  readonly comparesPrevious?: boolean;
  /** How long ago a minute can be shown, in milliseconds; 0 or undefined: never. */
  readonly minutesMs?: number;
  /** How long single clicks are kept at least, in milliseconds: minutes of the period before are counted from them. */
  readonly keptMs?: number;
  /** The times are not widened, for single clicks. */
  readonly isExact?: boolean;
}

/** Times are milliseconds since 1970-01-01 UTC. */
export interface Period {
  readonly from: number;
  /** Not included. */
  readonly to: number;
  readonly zone: TimeZone;
  readonly unit: Unit;
  /** The starts of the units; the first is `from`. */
  readonly starts: readonly number[];
  /** The current UTC day, as days since 1970-01-01; undefined if the period is over or has not begun. */
  readonly currentDay: number | undefined;
}

export const MAX_POINTS = 2000;
/** The default period: so many dates, until today. */
const DEFAULT_DAYS = 30;
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);
const MAX_PERIOD_MS = 3660 * DAY_MS;
const MINUTE_MS = UNIT_MS.minute;

/** A date or a time of a request. */
type Given = { readonly date: number } | { readonly at: number };

/** Reads a period. Unless it is exact, its times are widened to whole quarter-hours, or minutes if these are the unit. */
export function readPeriod(request: PeriodRequest, rules: PeriodRules): Period | Refused {
  const { from, to, time_zone: name = 'UTC', unit } = request;
  const zone = TimeZone.find(name);
  const begin = from === undefined ? undefined : readTime(from);
  const end = to === undefined ? undefined : readTime(to);
  const issues = [
    issue(zone === undefined, 'time_zone', 'must be an IANA time zone, such as Europe/Berlin'),
    issue(begin === null, 'from', noTime(from)),
    issue(end === null, 'to', noTime(to)),
  ].flat();
  if (!zone || begin === null || end === null || issues.length > 0) return { issues };
  const today = midnight(zone.localOf(rules.now));
  const until = timeOf(zone, end ?? { date: today }, DAY_MS);
  const last = end && 'date' in end ? end.date : midnight(zone.localOf(until - 1));
  const since = timeOf(zone, begin ?? { date: last - (DEFAULT_DAYS - 1) * DAY_MS });
  const wrong = [
    issue(
      begin !== undefined && isOutside(zone.localOf(since)),
      'from',
      'must be from 2000 to 2099',
    ),
    issue(isOutside(zone.localOf(until - 1)), 'to', 'must be from 2000 to 2099'),
  ].flat();
  if (wrong.length > 0) return { issues: wrong };
  if (since >= until) return { issues: issue(true, 'from', 'must be before "to"') };
  // Not the time between them: as many dates have an hour more if they contain one more change of the clocks.
  if (localOf(zone, until) - localOf(zone, since) > MAX_PERIOD_MS) {
    return { issues: issue(true, 'from', 'must be at most ten years before "to"') };
  }
  const span = { zone, from: since, to: until };
  const chosen = unit ?? defaultUnit(span, rules);
  const unusable = unitIssue(chosen, span, rules);
  if (unusable !== undefined) return { issues: issue(true, 'unit', unusable) };
  return withPoints(span, chosen, rules);
}

/** Whether a local time is outside the years that a period can have. */
function isOutside(local: number): boolean {
  return local < EARLIEST || local >= LATEST;
}

/** A space at the place of the offset is a `+` of a URL. */
function noTime(text = ''): string {
  const hint = /:\d\d \d\d:\d\d$/.test(text) ? ' (in a URL, write + as %2B)' : '';
  return `must be a date such as 2026-11-01, or a time such as 2026-11-01T09:30:00Z${hint}`;
}

function issue(isWrong: boolean, name: string, detail: string): Issue[] {
  return issueIf(isWrong, pointer('query', name), detail);
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d))?$/;

/** Parses a date or an RFC 3339 time; null if it is neither. */
function readTime(text: string): Given | null {
  const match = TIME.exec(text);
  if (!match) return null;
  const [, day = '', hour, minute, second, fraction = '', zone = ''] = match;
  const date = Date.parse(`${day}T00:00:00Z`);
  // Some engines accept the 31st of every month.
  if (Number.isNaN(date) || new Date(date).toISOString().slice(0, 10) !== day) return null;
  if (hour === undefined) return { date };
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const at = Date.parse(`${day}T${hour}:${minute}:${second}.${milliseconds}${zone.toUpperCase()}`);
  return Number(hour) > 23 || Number.isNaN(at) ? null : { at };
}

/** A time, or the start of a date; with `later` that of a later date. */
function timeOf(zone: TimeZone, given: Given, later = 0): number {
  return 'at' in given ? given.at : dateStart(zone, given.date + later);
}

type Span = Pick<Period, 'zone' | 'from' | 'to'>;

function defaultUnit(span: Span, rules: PeriodRules): Unit {
  const { zone, from, to } = span;
  const length = localOf(zone, to) - localOf(zone, from);
  const isUsable = (unit: Unit): boolean => unitIssue(unit, span, rules) === undefined;
  if (length <= 2 * UNIT_MS.hour && isUsable('minute')) return 'minute';
  if (length <= 3 * DAY_MS && isUsable('hour')) return 'hour';
  if (length <= 93 * DAY_MS) return 'day';
  return length <= 366 * DAY_MS ? 'week' : 'month';
}

/** Why a unit cannot be used; undefined if it can. */
function unitIssue(
  unit: Unit,
  span: Span,
  {
    now,
    daysOnly = false,
    comparesPrevious = false,
    minutesMs = 0,
    keptMs = Infinity,
  }: PeriodRules,
): string | undefined {
  if (unit === 'minute') {
    if (minutesMs === 0) return 'cannot be minute, because single clicks are not stored';
    if (span.from < now - minutesMs - MINUTE_MS) {
      return `can be minute only for the last ${minutesMs / UNIT_MS.hour} hours`;
    }
    const isKept = !comparesPrevious || beforeOf(widened(span, MINUTE_MS)).begin >= now - keptMs;
    return isKept
      ? undefined
      : 'cannot be minute, because single clicks of the compared period are deleted already';
  }
  if (unit !== 'hour') return undefined;
  if (daysOnly) return 'must be day, week or month with this filter, which is counted by days';
  const first = comparesPrevious ? beforeOf(widened(span, SLOT_MS)).begin : span.from;
  if (first >= firstDayWithHours(now) * DAY_MS) return undefined;
  const where = comparesPrevious ? ', in which the compared period must be too' : '';
  return `can be hour only for the last ${HOUR_MONTHS} months${where}`;
}

/** With times that are whole multiples of a step. */
function widened({ zone, from, to }: Span, step: number): Span {
  return { zone, from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step };
}

/** The period with its points, or an error if there are too many. */
function withPoints(
  span: Span,
  unit: Unit,
  { now, isExact = false }: PeriodRules,
): Period | Refused {
  const { zone } = span;
  const slot = unit === 'minute' ? MINUTE_MS : SLOT_MS;
  const { from: begin, to: end } = isExact ? span : widened(span, slot);
  const few = (end - begin) / UNIT_MS[unit] <= MAX_POINTS * 2;
  const starts = few ? unitStarts(zone, unit, begin, end) : [];
  if (!few || starts.length > MAX_POINTS) {
    const detail = `gives more than ${MAX_POINTS} points; use a longer unit or a shorter period`;
    return { issues: issue(true, 'unit', detail) };
  }
  const currentDay = begin <= now && now < end ? dayOf(now) : undefined;
  return { from: begin, to: end, zone, unit, starts, currentDay };
}

/**
 * The period of the same length before: of as many months or days, or as much time if it is not longer than a day and no date. Its points
 * are compared with those of this period by their index, so they are as long: its weeks, months of a period that is not of
 * whole months, and days and hours of a period that begins or ends within one, begin as long after its start and not on a
 * Monday, a first, at midnight or at a full hour.
 */
export function previousPeriod(period: Period): Period {
  const { from, zone, unit, starts } = period;
  const { first, end, months, before, isShort, begin } = beforeOf(period);
  const previous = { from: begin, to: from, zone, unit, currentDay: undefined };
  const step = Math.min(UNIT_MS[unit], DAY_MS);
  const isWhole = first % step === 0 && end % step === 0;
  if (isWhole && unit !== 'week' && (unit !== 'month' || months > 0)) {
    return { ...previous, starts: unitStarts(zone, unit, begin, from) };
  }
  const segments = zone.segments(begin - MARGIN_MS, from + MARGIN_MS);
  const moved = starts.map((at) =>
    isShort || unit === 'hour'
      ? at - from + begin
      : firstTimeAt(segments, localOf(zone, at) - first + before),
  );
  // Different dates can begin at the same time if one is skipped.
  const later = new Set(moved.filter((at) => at > begin && at < from));
  return { ...previous, starts: [begin, ...later] };
}

/** Where the period before begins, and what follows from the length of this one. */
function beforeOf({ from, to, zone }: Span) {
  const [first, end] = [localOf(zone, from), localOf(zone, to)];
  const months = monthsBetween(first, end);
  const before = months === 0 ? first - (end - first) : monthsBefore(first, months);
  // From noon to noon, there are 25 hours on the clock when it is put forward.
  const isShort = end - first < DAY_MS || (to - from <= DAY_MS && end - first > DAY_MS);
  const begin = isShort ? from - (to - from) : dateStart(zone, before);
  return { first, end, months, before, isShort, begin };
}

/** The dates that a period touches in its time zone, as days since 1970-01-01. Both are included. */
export function datesOf({ from, to, zone }: Period): {
  readonly first: number;
  readonly last: number;
} {
  const dateOf = (at: number): number => dayOf(zone.localOf(at));
  return { first: dateOf(from), last: dateOf(to - 1) };
}
