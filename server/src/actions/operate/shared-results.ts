import { LRUCache } from 'lru-cache';

/** The maximum number of subjects whose last result is kept. */
const MAX_SUBJECTS = 1000;

interface Run<Result> {
  readonly input: string;
  readonly result: Promise<Result>;
  /** Undefined while it runs. */
  endedAt: number | undefined;
}

/**
 * Shares the results of expensive external requests: one request per subject at a time; callers during
 * it, or shortly after, get the same result.
 */
export class SharedResults<Result> {
  readonly #maxAgeMs: number;
  readonly #now: () => number;
  readonly #runs = new LRUCache<string, Run<Result>>({ max: MAX_SUBJECTS });

  constructor(maxAgeMs: number, now: () => number) {
    this.#maxAgeMs = maxAgeMs;
    this.#now = now;
  }

  /** `input` is what the result depends on; with another input, the caller waits and then starts its own request. */
  async get(subject: string, input: string, request: () => Promise<Result>): Promise<Result> {
    for (;;) {
      const last = this.#runs.get(subject);
      if (last?.input === input && !this.#isOld(last)) return last.result;
      if (!last || last.endedAt !== undefined) break;
      await last.result.catch(() => undefined);
    }
    const run: Run<Result> = { input, result: request(), endedAt: undefined };
    this.#runs.set(subject, run);
    const end = (): void => void (run.endedAt = this.#now());
    // An error is not shared with later callers.
    run.result.then(end, () => this.#runs.delete(subject));
    return run.result;
  }

  #isOld({ endedAt }: Run<Result>): boolean {
    return endedAt !== undefined && this.#now() - endedAt >= this.#maxAgeMs;
  }
}
