/** Differences of a few percent need many short measurements in alternation. */
export const TURNS = 4;
/** The maximum for one measurement: there are many. */
export const MOST_SECONDS = 3;

/** The order changes, so that what changes over time affects all alike. */
export function inTurn(names, turn) {
  return turn % 2 === 0 ? names : names.toReversed();
}
