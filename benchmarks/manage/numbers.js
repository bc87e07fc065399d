/**
 * SQL that both engines read alike: made of the number of a row, so that both stores are the same
 * and the next one is too.
 */

/** Far apart from each other, so that what is drawn with one says nothing about the next. */
const MULTIPLIERS = [2654435761, 2246822519, 3266489917, 668265263, 374761393, 2891336453];
const ROWS_PER_STATEMENT = 100_000;

/** From 0 up to 1. `draw` tells the draws for one row apart. */
export function drawn(number, draw) {
  return `cast((${number} * ${MULTIPLIERS[draw]}) % 4294967296 as double precision) / 4294967296`;
}

/** One of so many, from 1: the nth is drawn in proportion to 1 / n. */
export function zipf(number, draw, count) {
  return `cast(floor(exp(${drawn(number, draw)} * ${Math.log(count + 1)})) as integer)`;
}

/** Runs a statement for all whole numbers `n` of a range, a part at a time. */
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
