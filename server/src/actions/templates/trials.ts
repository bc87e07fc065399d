import { fail } from '../../problem.ts';

/** Trials that run at the same time, of all apps together. */
export const MAX_TRIALS = 5;
const RETRY_AFTER_SECONDS = 1;

/**
 * The trials that run in this process: one of an app, and few in all. Each may take seconds of the thread
 * that answers visits, so more of them would only make all of them slower.
 */
export class Trials {
  readonly #apps = new Set<string>();

  /** Runs a trial of an app. Fails with `too_many_trials`. */
  async run<Result>(appId: string, trial: () => Promise<Result>): Promise<Result> {
    if (this.#apps.has(appId)) tooMany('A trial of this app is running; its answer comes first.');
    if (this.#apps.size >= MAX_TRIALS) tooMany(`${MAX_TRIALS} trials of other apps are running.`);
    this.#apps.add(appId);
    try {
      return await trial();
    } finally {
      this.#apps.delete(appId);
    }
  }
}

function tooMany(detail: string): never {
  fail('too_many_trials', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
