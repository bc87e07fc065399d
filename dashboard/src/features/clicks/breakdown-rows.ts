import type { BreakdownRow } from '../../api/types.ts';
import type { Measure } from './view.ts';

/** The number of rows that a card shows at first. */
export const FEW = 6;
/** The maximum number of rows of a response. */
export const ALL = 100;

/** The rows that have any of what is shown, the largest first. */
export function shownRows(rows: readonly BreakdownRow[], measure: Measure): BreakdownRow[] {
  return rows
    .filter((row) => row[measure] > 0)
    .toSorted((a, b) => b[measure] - a[measure] || (a.value < b.value ? -1 : 1));
}
