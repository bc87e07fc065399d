import { Allowance } from '../allowance.ts';

/** Links that a network opens a minute which people could still be opening. */
const HUMAN_RATE = 10;
const WATCH_MS = 60_000;

/**
 * Keeps codes from being guessed by opening them. A network that has used up its misses still opens
 * links as fast as people would, in case it is a whole town behind one address; no faster.
 */
export class Misses {
  readonly #misses: Allowance | undefined;
  readonly #visits: Allowance;
  readonly #now: () => number;
  #watchedUntil = 0;
  /** Somebody is guessing: every visit has to be looked at. Read by all visits, so it is cheap. */
  watching = false;

  /** `perMinute`: unknown codes that a network may open; 0: as many as it likes. */
  constructor(perMinute: number, now: () => number) {
    this.#now = now;
    if (perMinute > 0) this.#misses = new Allowance(perMinute, now);
    this.#visits = new Allowance(perMinute * HUMAN_RATE, now);
  }

  /** While `watching`: seconds that a network has to wait before it may open anything; 0: go on. */
  waitOf(network: string): number {
    if (this.#now() > this.#watchedUntil) this.watching = false;
    if (!this.#misses || this.#misses.waitOf(network) === 0) return 0;
    const wait = this.#visits.waitOf(network);
    if (wait === 0) this.#visits.take(network);
    return wait;
  }

  /** An unknown code was opened. Seconds to wait, where that was one too many. */
  miss(network: string): number {
    if (!this.#misses) return 0;
    const wait = this.#misses.waitOf(network);
    this.#misses.take(network);
    if (wait === 0) return 0;
    this.watching = true;
    this.#watchedUntil = this.#now() + WATCH_MS;
    return wait;
  }
}
