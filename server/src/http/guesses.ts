import type { FastifyRequest } from 'fastify';
import { fail, Problem } from '../problem.ts';
import { NetworkAllowance } from './network-allowance.ts';

/**
 * Keeps codes from being guessed with a token: whoever has asked for too many that do not exist
 * waits, whatever the next code is. Counted for each token and network together, so that nobody can
 * lock out people elsewhere. Of IPv6, a /48 counts besides its /64s. Codes that exist cost nothing.
 */
export class Guesses {
  readonly #misses: NetworkAllowance | undefined;

  /** `perMinute`: misses that a caller has at the start, and gets back every minute. 0: no limit. */
  constructor(perMinute: number, now: () => number) {
    if (perMinute > 0) this.#misses = new NetworkAllowance(perMinute, now);
  }

  /** Runs a look for a code. Fails with `too_many_misses` instead when the allowance is used up. */
  async guard<T>(request: FastifyRequest, look: () => Promise<T>): Promise<T> {
    const misses = this.#misses;
    if (!misses) return look();
    const { ip, actor } = request;
    const wait = misses.waitOf(ip, actor.id);
    if (wait > 0) {
      const detail = 'This token has asked from here for too many codes that do not exist.';
      fail('too_many_misses', detail, { retryAfterSeconds: wait });
    }
    try {
      return await look();
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') misses.take(ip, actor.id);
      throw error;
    }
  }
}
