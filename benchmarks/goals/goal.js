/**
 * @typedef {object} Goal
 * @property {string} goal
 * @property {number | undefined} measured undefined if it was not measured
 * @property {number} limit
 * @property {'at most' | 'at least'} sense
 * @property {(value: number) => string} show
 */

/** Undefined without both values. */
export function ratio(a, b) {
  return a === undefined || b === undefined ? undefined : a / b;
}

/** @returns {Goal} */
export function times(goal, measured, limit) {
  return { goal, measured, limit, sense: 'at most', show: (value) => `${value.toFixed(2)} ×` };
}

/** @returns {Goal} */
export function atMost(goal, measured, limit, unit, digits = 1) {
  const show = (value) => `${value.toFixed(digits)} ${unit}`;
  return { goal, measured, limit, sense: 'at most', show };
}

/** @returns {Goal} */
export function atLeast(goal, measured, limit, show) {
  return { goal, measured, limit, sense: 'at least', show };
}
