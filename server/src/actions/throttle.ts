import { TwoGenerationCache } from '../cache/two-generation-cache.ts';

/** The maximum number of keys to remember. */
const MAX_KEYS = 10_000;
const MINUTE_MS = 60_000;

/**
 * Lets something happen once in an interval (default: a minute) for each key, so that a flood of attempts does not flood
 * the log.
 */
export class Throttle {
  readonly #now: () => number;
  readonly #intervalMs: number;
  readonly #last = new TwoGenerationCache<number>(MAX_KEYS, () => 1);

  constructor(now: () => number, intervalMs = MINUTE_MS) {
    this.#now = now;
    this.#intervalMs = intervalMs;
  }

  /** Whether the interval has passed since this last was true for the key. */
  isDue(key: string): boolean {
    const now = this.#now();
    const last = this.#last.get(key);
    // If the clock was set back, `last` is in the future.
    if (last !== undefined && Math.abs(now - last) < this.#intervalMs) return false;
    this.#last.set(key, now);
    return true;
  }
}
