/**
 * Returns a function that returns what `read` found last, and reads it again in the background, at most once per
 * interval: metrics do not wait for a database that is busy.
 */
export function readBehind<T>(intervalMs: number, read: () => Promise<T>): () => T | undefined {
  let last: T | undefined;
  let readAt = -Infinity;
  let reading = false;
  return () => {
    if (!reading && performance.now() - readAt >= intervalMs) {
      reading = true;
      readAt = performance.now();
      void read()
        .then(
          (found) => (last = found),
          // Other metrics show that the database is unavailable.
          () => undefined,
        )
        .finally(() => (reading = false));
    }
    return last;
  };
}
