/**
 * Long work in steps: at each `yield`, the caller can do other work first. The pauses do not change the
 * result.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs all steps without pausing. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
