/** Ends all work: another process is doing it, or this one stops. */
export class Ended extends Error {}

/** Does pieces of work in their order until one ends all. If some fail, the others are done, then the first error is thrown. */
export async function doAll(...pieces: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const piece of pieces) {
    try {
      await piece();
    } catch (error) {
      if (error instanceof Ended) break;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
