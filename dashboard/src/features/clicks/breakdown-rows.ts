import type { BreakdownRow, ClickReport } from '../../api/types.ts';
import type { Dimension } from './clicks-parameters.ts';
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

/** All clicks, of which the rows are a part: those of the same UTC days if the dimension is counted by days. */
export function totalsOf(
  { totals, breakdown_days: days }: Pick<ClickReport, 'totals' | 'breakdown_days'>,
  by: Dimension,
): ClickReport['totals'] {
  const isExact = by === 'kind' || by === 'outcome' || by === 'platform';
  return isExact ? totals : (days?.totals ?? totals);
}
