import { TwoGenerationCache } from '../cache/two-generation-cache.ts';

/** The maximum number of keys to remember. */
const MAX_KEYS = 10_000;
const MINUTE_MS = 60_000;

/** Whether the interval has passed since this last was true for the key. */
export type IsDue = (key: string) => boolean;

/**
 * Lets something happen once in an interval (default: a minute) for each key, so that a flood of attempts does not flood
 * the log.
 */
export function throttle(now: () => number, intervalMs = MINUTE_MS): IsDue {
  const times = new TwoGenerationCache<number>(MAX_KEYS, () => 1);
  return (key) => {
    const at = now();
    const last = times.get(key);
    // If the clock was set back, `last` is in the future.
    if (last !== undefined && Math.abs(at - last) < intervalMs) return false;
    times.set(key, at);
    return true;
  };
}
