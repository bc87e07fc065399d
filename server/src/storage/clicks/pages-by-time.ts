/** Reads rows from a time to another one, which is not included, in the order of their times. */
export type ReadPage<Row> = (from: number, to: number, limit: number) => Promise<Row[]>;

/** Rows of a period in pages. All rows of a millisecond are on the same page. `at`: milliseconds. */
export async function* pagesByTime<Row extends { readonly at: number }>(
  read: ReadPage<Row>,
  from: number,
  to: number,
  size: number,
): AsyncGenerator<readonly Row[], void, void> {
  let limit = size;
  for (let next = from; next < to;) {
    const rows = await read(next, to, limit);
    const last = rows.at(-1)?.at ?? to;
    if (rows.length < limit) {
      yield rows;
      return;
    }
    const complete = rows.filter(({ at }) => at < last);
    // All of them are from one millisecond, and there can be more.
    limit = complete.length === 0 ? limit * 2 : size;
    yield complete;
    next = last;
  }
}
