import type { Dimension } from './clicks-parameters.ts';

/** The dimensions that share a card. */
type CardDimensions = readonly [Dimension, ...Dimension[]];

export interface CardPlace {
  readonly dimensions: CardDimensions;
  /** As wide as two cards, if there are three columns. */
  readonly wide: boolean;
}

/** Dimensions with many values come first, so that the cards of a row have similar heights. */
const CARDS: readonly CardDimensions[] = [
  ['kind'],
  ['referrer'],
  ['country'],
  ['campaign', 'source', 'medium'],
  ['language'],
  ['browser'],
  ['platform'],
  ['in_app'],
  ['outcome'],
];
const COLUMNS = 3;

/** Where the cards are. Some are wide, so that three columns have no gaps. `after`: columns before the first card. */
export function cardLayout(hidden: readonly Dimension[], after: number): CardPlace[] {
  const shown = CARDS.filter(([by]) => !hidden.includes(by));
  const gaps = (COLUMNS - ((shown.length + after) % COLUMNS)) % COLUMNS;
  const wide: readonly Dimension[] = ['referrer', 'outcome'].slice(0, gaps) as Dimension[];
  // A wide card does not fit into the last column.
  const [first, second, ...others] = shown;
  const at = shown.findIndex(([by]) => wide.includes(by));
  const swapped = at >= 0 && at < 2 && (after + at) % COLUMNS === COLUMNS - 1;
  const ordered = swapped && first && second ? [second, first, ...others] : shown;
  return ordered.map((dimensions) => ({ dimensions, wide: wide.includes(dimensions[0]) }));
}
