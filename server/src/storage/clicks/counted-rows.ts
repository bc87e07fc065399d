import type { Dimension } from '../../domain/click/click.ts';
import { addSteps, NO_STEPS, type Steps } from '../../domain/click/funnel.ts';
import { sumOf, type Counts } from '../../domain/click/series.ts';
import type { Counted, Value } from './click-reader.ts';

type Numbers = Counts & Steps;

/** A row of the statement of a report. A sum of no rows is null. */
export interface CountRow extends Readonly<Record<keyof Numbers, number | null>> {
  /** `lifetime`, `days`, `point`, `steps`, or the name of the dimension of which it has a value. */
  readonly part: string;
  readonly label: string;
}

/** The order of values by the highest counts: what they are compared by, first to last. */
export function countOrder(sort: keyof Counts): readonly (keyof Counts)[] {
  return [...new Set([sort, 'clicks', 'other'] as const)];
}

/** Distributes the rows of the statement. `pointsOf`: the points that a row of the series belongs to. */
export function countedOf<Row extends CountRow>(
  rows: readonly Row[],
  sort: keyof Counts,
  pointsOf: (row: Row) => readonly number[],
): Counted {
  const points = new Map<number, Numbers>();
  const breakdowns = new Map<Dimension, Value[]>();
  let [lifetime, days] = [sumOf([]), sumOf([])];
  for (const row of rows) {
    const { part, label } = row;
    const [counts, steps] = [countsOf(row), stepsOf(row)];
    if (part === 'lifetime') lifetime = counts;
    else if (part === 'days') days = counts;
    else if (part === 'point' || part === 'steps') {
      for (const point of pointsOf(row)) {
        const before = points.get(point) ?? { ...sumOf([]), ...NO_STEPS };
        points.set(point, { ...sumOf([before, counts]), ...addSteps(before, steps) });
      }
    } else {
      const dimension = part as Dimension;
      const values = breakdowns.get(dimension) ?? [];
      values.push({ value: label, ...counts });
      breakdowns.set(dimension, values);
    }
  }
  const order = countOrder(sort);
  for (const values of breakdowns.values()) values.sort((a, b) => compared(a, b, order));
  return { points, breakdowns, lifetime, days };
}

function countsOf({ clicks, visitors, other }: CountRow): Counts {
  return { clicks: clicks ?? 0, visitors: visitors ?? 0, other: other ?? 0 };
}

function stepsOf({ store, opened, redeemed }: CountRow): Steps {
  return { store: store ?? 0, opened: opened ?? 0, redeemed: redeemed ?? 0 };
}

function compared(a: Value, b: Value, order: readonly (keyof Counts)[]): number {
  const differs = order.find((name) => a[name] !== b[name]);
  return differs === undefined ? (a.value < b.value ? -1 : 1) : b[differs] - a[differs];
}
