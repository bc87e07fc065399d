import { NetworkAllowance } from '../allowance.ts';

/** How many links per allowed miss a network may still open each minute while it is limited. */
const HUMAN_RATE = 10;
/** The shortest time for which visits are checked after a miss that was one too many. */
const WATCH_MS = 60_000;
/** Visits that are sent at once are all answered, and only then counted: an hour makes that no faster way to guess. */
const MAX_DEBT_MINUTES = 60;

/**
 * Prevents codes from being guessed by opening them. A network that has used up its misses may still open
 * links as fast as people would, since many people may share one address.
 */
export class VisitMissLimiter {
  readonly #misses: NetworkAllowance | undefined;
  readonly #visits: NetworkAllowance;
  readonly #now: () => number;
  #watchedUntil = 0;
  /** A network is guessing, so every visit is checked. All visits read this, so it is a plain field. */
  watching = false;

  /** `perMinute`: unknown codes that a network may open; 0: no limit. */
  constructor(perMinute: number, now: () => number) {
    this.#now = now;
    if (perMinute > 0) this.#misses = new NetworkAllowance(perMinute, now, MAX_DEBT_MINUTES);
    this.#visits = new NetworkAllowance(perMinute * HUMAN_RATE, now);
  }

  /** While `watching`: seconds that an address has to wait before it may open any link; 0: none. */
  waitOf(address: string): number {
    if (this.#now() > this.#watchedUntil) this.watching = false;
    if (!this.#misses || this.#misses.waitOf(address) === 0) return 0;
    const wait = this.#visits.waitOf(address);
    if (wait === 0) this.#visits.take(address);
    return wait;
  }

  /** Counts an unknown code that was opened. Returns the seconds to wait if that was one too many, else 0. */
  miss(address: string): number {
    if (!this.#misses) return 0;
    const wait = this.#misses.waitOf(address);
    this.#misses.take(address);
    if (wait === 0) return 0;
    this.watching = true;
    // As long as a network has to wait: otherwise, the first of its next visits would end this, and the others open unchecked.
    const debtMs = this.#misses.waitOf(address) * 1000;
    this.#watchedUntil = Math.max(this.#watchedUntil, this.#now() + Math.max(WATCH_MS, debtMs));
    return wait;
  }
}
