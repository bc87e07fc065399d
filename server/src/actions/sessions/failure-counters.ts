import { TwoGenerationCache } from '../../cache/two-generation-cache.ts';
import {
  waitSeconds,
  withFailure,
  withoutFailure,
  type DelayRule,
  type Failures,
} from '../../domain/access/sign-in-delay.ts';

/** The maximum number of keys. A key that is removed starts again at zero. */
const MAX_KEYS = 50_000;

/** A key to count failures by, and its rule. */
export type CountedKey = readonly [key: string, rule: DelayRule];

/** Counts failures in this process, each by one or more keys. */
export class FailureCounters {
  readonly #now: () => number;
  readonly #failures = new TwoGenerationCache<Failures>(MAX_KEYS, () => 1);

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Seconds until all of these rules allow one more attempt; 0: now. */
  wait(keys: readonly CountedKey[]): number {
    const now = this.#now();
    const waits = keys.map(([key, rule]) => waitSeconds(this.#failures.get(key), rule, now));
    return Math.max(0, ...waits);
  }

  /** Adds one failure. Returns a function that removes it again. */
  add(keys: readonly CountedKey[]): () => void {
    const now = this.#now();
    const added = keys.map(([key]) => ({ key, before: this.#failures.get(key) }));
    for (const { key, before } of added) this.#failures.set(key, withFailure(before, now));
    return () => {
      for (const { key, before } of added) {
        const failures = this.#failures.get(key);
        const left = failures && withoutFailure(failures, now, before);
        if (left) this.#failures.set(key, left);
        else this.#failures.delete(key);
      }
    };
  }

  clear([key]: CountedKey): void {
    this.#failures.delete(key);
  }
}
