import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../domain/network.ts';
import { fail, Problem } from '../problem.ts';

interface Bucket {
  left: number;
  at: number;
}

/** Callers that are remembered at the most; who is forgotten begins with a full allowance. */
const MAX_CALLERS = 50_000;
const MINUTE_MS = 60_000;

/**
 * Keeps codes from being guessed: whoever has asked for too many that do not exist waits, whatever
 * the next code is. Counted for each token and network together, so that nobody can lock out people
 * elsewhere. Codes that exist cost nothing.
 */
export class Guesses {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #callers = new LRUCache<string, Bucket>({ max: MAX_CALLERS });

  /** `perMinute`: misses that a caller has at the start, and gets back every minute. 0: no limit. */
  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Runs a look for a code. Fails with `too_many_misses` instead when the allowance is used up. */
  async guard<T>(request: FastifyRequest, look: () => Promise<T>): Promise<T> {
    if (this.#perMinute === 0) return look();
    const caller = `${request.actor.tokenId} ${networkOf(request.ip)}`;
    const bucket = this.#refilled(caller);
    if (bucket && bucket.left < 1) {
      const wait = Math.ceil(((1 - bucket.left) * MINUTE_MS) / this.#perMinute / 1000);
      fail(
        'too_many_misses',
        'This token has asked from here for too many codes that do not exist.',
        {
          retryAfterSeconds: wait,
        },
      );
    }
    try {
      return await look();
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') this.#miss(caller);
      throw error;
    }
  }

  #miss(caller: string): void {
    const { left } = this.#refilled(caller) ?? { left: this.#perMinute };
    this.#callers.set(caller, { left: Math.max(0, left - 1), at: this.#now() });
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
