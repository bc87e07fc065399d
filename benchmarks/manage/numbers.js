/**
 * SQL that both engines understand. Values are computed from the number of a row, so that every database has
 * the same content.
 */

/** Very different multipliers, so that the values of different draws are independent. */
const MULTIPLIERS = [2654435761, 2246822519, 3266489917, 668265263, 374761393, 2891336453];
const ROWS_PER_STATEMENT = 100_000;

/** Returns SQL for a number from 0 to below 1. `draw` distinguishes the draws for one row. */
export function drawn(number, draw) {
  return `cast((${number} * ${MULTIPLIERS[draw]}) % 4294967296 as double precision) / 4294967296`;
}

/** Returns SQL for an integer from 1 to `count`: n is drawn in proportion to 1 / n. */
export function zipf(number, draw, count) {
  return `cast(floor(exp(${drawn(number, draw)} * ${Math.log(count + 1)})) as integer)`;
}

/** Runs a statement for all integers `n` of a range, in parts. */
export async function forNumbers(connection, first, last, statement, progress = () => undefined) {
  for (let from = first; from <= last; from += ROWS_PER_STATEMENT) {
    progress(from);
    const to = Math.min(last, from + ROWS_PER_STATEMENT - 1);
    await connection.script(
      statement(`(with recursive s (n) as (
        select cast(${from} as bigint) union all select n + 1 from s where n < ${to}
      ) select n from s) as s`),
    );
  }
}
