/**
 * Long work in steps: at each `yield`, the caller may do other work first. The result does not depend on
 * the pauses.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs all steps without a pause. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
