import type { ClickReport } from '../../api/types.ts';
import type { PointMarks } from './chart-marks.ts';
import { DAY_MS, dateIn, utcDayEnd } from './dates.ts';
import type { Measure, Unit, View } from './view.ts';

export type Series = Pick<ClickReport, 'to' | 'series'>;

/** Points are at equal distances, so that a day with 23 hours needs no special case. */
export interface ChartPoint {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly start: number;
  /** Not included. */
  readonly end: number;
  /** Null: the time of this point has not come. */
  readonly value: number | null;
  /** The point at the same place of the previous period; null if it has none. */
  readonly before: number | null;
  readonly beforeStart: number | null;
  readonly beforeEnd: number | null;
  /** The time of this point has begun, but its count can still increase. */
  readonly current: boolean;
}

/** What says until when the clicks of a point are counted. */
type Counting = Pick<View, 'zone' | 'utcDays'>;

/** What the chart shows, as a line or as a table. */
export interface ChartProps {
  readonly points: readonly ChartPoint[];
  readonly measure: Measure;
  readonly unit: Unit;
  readonly zone: string;
  readonly compare: boolean;
  readonly marks: PointMarks;
}

/** `now` is in milliseconds since 1970-01-01 UTC. */
export function chartPoints(
  period: Series,
  previous: Series | null,
  measure: Measure,
  now: number,
  counting: Counting,
): ChartPoint[] {
  return period.series.map((point, index) => {
    const start = Date.parse(point.start);
    const end = endOf(period, index);
    const old = previous?.series[index];
    return {
      start,
      end,
      value: start > now ? null : point[measure],
      before: old?.[measure] ?? null,
      beforeStart: old === undefined ? null : Date.parse(old.start),
      beforeEnd: previous && endOf(previous, index),
      current: start <= now && !isOver(end, now, counting),
    };
  });
}

function endOf({ series, to }: Series, index: number): number {
  return Date.parse(series[index + 1]?.start ?? to);
}

/** Is a point complete that ends at this time? East of UTC, the UTC day of its last date ends later. */
function isOver(end: number, now: number, { zone, utcDays }: Counting): boolean {
  if (end > now) return false;
  // To find a date takes long, and no clock is a day ahead of UTC.
  return !utcDays || now - end >= DAY_MS || utcDayEnd(dateIn(zone, end - 1)) <= now;
}

/** Values by series of the chart: complete points, the segment to current points, and the previous period. */
export function chartColumns(points: readonly ChartPoint[]) {
  return {
    complete: points.map(({ value, current }) => (current ? null : value)),
    current: points.map(({ value, current }, index) =>
      current || points[index + 1]?.current ? value : null,
    ),
    before: points.map(({ before }) => before),
  };
}

/**
 * Both periods up to the same point: the sums of the points that are over, or of all if the period is over. Undefined: no
 * point is over, or there is no previous period.
 */
export function comparedSums(
  current: Series,
  previous: Series | null,
  measure: Measure,
  now: number,
  counting: Counting,
): { readonly now: number; readonly before: number } | undefined {
  if (previous === null) return undefined;
  const isPointOver = (index: number): boolean => isOver(endOf(current, index), now, counting);
  const over = current.series.filter((_, index) => isPointOver(index)).length;
  if (over === 0) return undefined;
  // Months have different numbers of days.
  const length = over === current.series.length ? Infinity : over;
  const sum = ({ series }: Series): number =>
    series.slice(0, length).reduce((total, point) => total + point[measure], 0);
  return { now: sum(current), before: sum(previous) };
}
