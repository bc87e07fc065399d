/**
 * Long work in steps: each `yield` is a point at which the caller may do something else first. What
 * comes out does not depend on the pauses.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs all steps without a pause. */
export function allAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
