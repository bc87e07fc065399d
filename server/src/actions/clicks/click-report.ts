import type { Dimension } from '../../domain/click/click.ts';
import { countedDaysOf, type Days } from '../../domain/click/counted-days.ts';
import { isSlotDimension } from '../../domain/click/dimensions.ts';
import { addSteps, hasFunnel, NO_STEPS, type Funnel } from '../../domain/click/funnel.ts';
import {
  previousPeriod,
  readPeriod,
  type Period,
  type PeriodRequest,
} from '../../domain/click/period.ts';
import {
  rangesOf,
  seriesOf,
  sumOf,
  type CountedIn,
  type Counts,
  type Point,
  type Range,
} from '../../domain/click/series.ts';
import { slotOf } from '../../domain/click/slots.ts';
import { UNIT_MS } from '../../domain/click/units.ts';
import { orRefuse } from '../../problem.ts';
import type { Value } from '../../storage/clicks/click-reader.ts';
import type { Clicks } from '../../storage/clicks/clicks.ts';
import type { Context } from '../context.ts';
import { getLink } from '../links/managed-link.ts';
import { settledClicks } from './clicks-of.ts';

export type { Counts, Funnel, Point, Value };

export interface ReportRequest extends PeriodRequest {
  /** Also counts the period of the same length before. */
  readonly comparesPrevious: boolean;
  readonly by: readonly Dimension[];
  /** Values of each breakdown. */
  readonly limit: number;
  /** Which values are the first ones. */
  readonly sort: keyof Counts;
  /** Only clicks with these values; '' is an unknown value. */
  readonly filters: ReadonlyMap<Dimension, string>;
}

export interface CountedPeriod {
  readonly period: Period;
  readonly totals: Counts;
  readonly series: readonly Point[];
  /**
   * Undefined with a filter that opened apps and redemptions have not, or not by quarter-hours if the series is by
   * minutes, and if the store does not count them.
   */
  readonly funnel: Funnel | undefined;
}

export interface ClickReport extends CountedPeriod {
  readonly previous: CountedPeriod | undefined;
  readonly breakdowns: ReadonlyMap<Dimension, readonly Value[]>;
  /** Since the beginning, without filters. */
  readonly lifetime: Counts;
  /** The UTC days by which breakdowns and filters are counted, as days since 1970, and their clicks; undefined: nothing is counted by them. */
  readonly days: (Days & { readonly totals: Counts }) | undefined;
  readonly settings: Clicks['settings'];
}

/** How long ago minutes can be shown. */
const MINUTES_MS = 24 * UNIT_MS.hour;

/**
 * Counts the clicks of an app, or of one of its links.
 * @throws `clicks_off`, `not_found`, `validation_failed`
 */
export async function clickReport(
  ctx: Context,
  appId: string,
  code: string | undefined,
  request: ReportRequest,
): Promise<ClickReport> {
  const clicks = await settledClicks(ctx);
  if (code !== undefined) await getLink(ctx, appId, code);
  const { by, limit, sort, filters, comparesPrevious } = request;
  const period = periodOf(ctx, clicks, request);
  const previous = comparesPrevious ? previousPeriod(period) : undefined;
  const countedIn = sourceOf(period, filters);
  const days = countedDaysOf(period);
  const filtersNeedDays = !isOfSlots(filters.keys());
  const periods = previous ? [period, previous] : [period];
  const firstPoints = [0, period.starts.length];
  const counted = await clicks.reader.count({
    app: appId,
    code,
    filters,
    points: {
      in: countedIn,
      ranges: periods.flatMap((one) => rangesOf(one, countedIn)),
      steps: periods.map((one, index) => ({
        point: firstPoints[index] ?? 0,
        slots: slotsOf(one),
      })),
    },
    breakdowns: {
      by,
      limit,
      sort,
      days: [days.first, days.last + 1],
      slots: filtersNeedDays ? undefined : slotsOf(period),
    },
  });
  const part = (one: Period, offset: number): CountedPeriod => {
    const series = seriesOf(one, counted.points, offset);
    const totals = sumOf(series);
    const steps = one.starts
      .map((_, index) => counted.points.get(index + offset) ?? NO_STEPS)
      .reduce(addSteps, NO_STEPS);
    // With minutes, steps are counted by quarter-hours, which have few dimensions.
    const hasSteps = countedIn !== 'clicks' || !filtersNeedDays;
    const isCounted = hasFunnel(filters.keys()) && hasSteps;
    const funnel = isCounted ? { visits: totals.clicks, ...steps } : undefined;
    return { period: one, totals, series, funnel };
  };
  const isSeriesExact = !filtersNeedDays || countedIn === 'clicks';
  const areBreakdownsExact = by.length === 0 || (isOfSlots(by) && !filtersNeedDays);
  const own = part(period, 0);
  const totals = isSeriesExact ? counted.days : own.totals;
  return {
    ...own,
    previous: previous && part(previous, period.starts.length),
    breakdowns: new Map(by.map((name) => [name, counted.breakdowns.get(name) ?? []])),
    lifetime: counted.lifetime,
    days: isSeriesExact && areBreakdownsExact ? undefined : { ...days, totals },
    settings: clicks.settings,
  };
}

function periodOf(ctx: Context, { settings }: Clicks, request: ReportRequest): Period {
  const minutesMs = settings.rawDays > 0 ? MINUTES_MS : 0;
  const daysOnly = !isOfSlots(request.filters.keys());
  const { comparesPrevious } = request;
  const keptMs = settings.rawDays * UNIT_MS.day;
  const rules = { now: ctx.now(), daysOnly, comparesPrevious, minutesMs, keptMs };
  return orRefuse(readPeriod(request, rules));
}

function sourceOf({ unit }: Period, filters: ReportRequest['filters']): CountedIn {
  if (unit === 'minute') return 'clicks';
  return isOfSlots(filters.keys()) ? 'slots' : 'days';
}

function isOfSlots(dimensions: Iterable<Dimension>): boolean {
  return Array.from(dimensions).every(isSlotDimension);
}

/** The quarter-hours of a period; those at its ends are complete. */
function slotsOf({ from, to }: Period): Range {
  return [slotOf(from), slotOf(to - 1) + 1];
}
