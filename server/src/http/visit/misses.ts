import { NetworkAllowance } from '../network-allowance.ts';

/** Links that a network opens a minute which people could still be opening. */
const HUMAN_RATE = 10;
const WATCH_MS = 60_000;

/**
 * Keeps codes from being guessed by opening them. A network that has used up its misses still opens
 * links as fast as people would, in case it is a whole town behind one address; no faster.
 */
export class Misses {
  readonly #misses: NetworkAllowance | undefined;
  readonly #visits: NetworkAllowance;
  readonly #now: () => number;
  #watchedUntil = 0;
  /** Somebody is guessing: every visit has to be looked at. Read by all visits, so it is cheap. */
  watching = false;

  /** `perMinute`: unknown codes that a network may open; 0: as many as it likes. */
  constructor(perMinute: number, now: () => number) {
    this.#now = now;
    if (perMinute > 0) this.#misses = new NetworkAllowance(perMinute, now);
    this.#visits = new NetworkAllowance(perMinute * HUMAN_RATE, now);
  }

  /** While `watching`: seconds that an address has to wait before it may open anything; 0: go on. */
  waitOf(address: string): number {
    if (this.#now() > this.#watchedUntil) this.watching = false;
    if (!this.#misses || this.#misses.waitOf(address) === 0) return 0;
    const wait = this.#visits.waitOf(address);
    if (wait === 0) this.#visits.take(address);
    return wait;
  }

  /** An unknown code was opened. Seconds to wait, where that was one too many. */
  miss(address: string): number {
    if (!this.#misses) return 0;
    const wait = this.#misses.waitOf(address);
    this.#misses.take(address);
    if (wait === 0) return 0;
    this.watching = true;
    this.#watchedUntil = this.#now() + WATCH_MS;
    return wait;
  }
}
