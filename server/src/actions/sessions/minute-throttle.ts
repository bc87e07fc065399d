import { TwoGenerationCache } from '../../cache/two-generation-cache.ts';

/** The maximum number of keys to remember. */
const MAX_KEYS = 10_000;
const MINUTE_MS = 60_000;

/** Lets something happen once a minute for each key, so that a flood of attempts does not flood the log. */
export class MinuteThrottle {
  readonly #now: () => number;
  readonly #last = new TwoGenerationCache<number>(MAX_KEYS, () => 1);

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether a minute has passed since this last was true for the key. */
  isDue(key: string): boolean {
    const now = this.#now();
    const last = this.#last.get(key);
    if (last !== undefined && now - last < MINUTE_MS) return false;
    this.#last.set(key, now);
    return true;
  }
}
