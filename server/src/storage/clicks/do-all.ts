/** Thrown by a step: another process does this work, or this process stops. */
export class Ended extends Error {}

/**
 * Runs steps in order. A step that fails does not prevent the next ones; at the end, the first error is thrown. `Ended`
 * skips the remaining steps and is not an error.
 */
export async function doAll(...steps: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      if (error instanceof Ended) break;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
