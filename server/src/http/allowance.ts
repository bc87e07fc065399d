import { TwoGenerationCache } from '../cache/two-generation-cache.ts';

interface Bucket {
  left: number;
  at: number;
}

/** The maximum number of callers to remember. A removed caller starts with a full allowance. */
const MAX_CALLERS = 50_000;
const MINUTE_MS = 60_000;
/** How long a caller that has exceeded its allowance waits at most, unless its limiter says otherwise. */
const MAX_DEBT_MINUTES = 5;

/** Limits how often each caller may do something: `perMinute` times at once, and as many more every minute. */
export class Allowance {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #maxDebt: number;
  // It allocates nothing for callers that do not exist, unlike an LRU cache.
  readonly #callers = new TwoGenerationCache<Bucket>(MAX_CALLERS, () => 1);

  /**
   * `maxDebtMinutes`: what exceeds the allowance by more than it recovers in this time costs nothing. Those who ask for
   * much at once, before any of it is counted, must not gain from that.
   */
  constructor(perMinute: number, now: () => number, maxDebtMinutes = MAX_DEBT_MINUTES) {
    this.#perMinute = perMinute;
    this.#now = now;
    this.#maxDebt = maxDebtMinutes * perMinute;
  }

  /** Seconds until the caller may do it again; 0: now. */
  waitOf(caller: string): number {
    const left = this.#refilled(caller)?.left ?? this.#perMinute;
    return left >= 1 ? 0 : Math.ceil(((1 - left) * MINUTE_MS) / this.#perMinute / 1000);
  }

  /**
   * Uses one, even beyond the allowance: whether a lookup counts is known only afterwards, and concurrent lookups
   * must not be allowed more than sequential ones.
   */
  take(caller: string): void {
    const bucket = this.#refilled(caller);
    if (bucket) bucket.left = Math.max(-this.#maxDebt, bucket.left - 1);
    else this.#callers.set(caller, { left: this.#perMinute - 1, at: this.#now() });
  }

  /** Undoes a `take`: it turned out not to count. */
  giveBack(caller: string): void {
    const bucket = this.#refilled(caller);
    if (bucket) bucket.left = Math.min(this.#perMinute, bucket.left + 1);
  }

  #refilled(caller: string): Bucket | undefined {
    const bucket = this.#callers.get(caller);
    if (!bucket) return undefined;
    const now = this.#now();
    const earned = ((now - bucket.at) * this.#perMinute) / MINUTE_MS;
    bucket.left = Math.min(this.#perMinute, bucket.left + Math.max(0, earned));
    bucket.at = now;
    return bucket;
  }
}
