import type { FastifyRequest } from 'fastify';
import { fail, Problem } from '../problem.ts';
import { NetworkAllowance } from './allowance.ts';

/**
 * A day: thousands of requests that are sent at once are all answered, and only then counted. One after the other, a caller
 * does not exceed its allowance, so only such a burst causes a long wait.
 */
const MAX_DEBT_MINUTES = 24 * 60;

/**
 * Prevents codes from being guessed with a token. A caller that has requested too many codes that do not
 * exist has to wait, also for codes that do. The limit is for each pair of token and network, so that no one
 * can lock out people in other networks; an IPv6 /48 counts besides its /64s. Codes that exist cost nothing.
 */
export class TokenMissLimiter {
  readonly #misses: NetworkAllowance | undefined;
  readonly #now: () => number;
  /** Until then, at least one caller has to wait. */
  #limitedUntil = 0;

  /** `perMinute`: misses that a caller may have at once, and as many more every minute. 0: no limit. */
  constructor(perMinute: number, now: () => number) {
    this.#now = now;
    if (perMinute > 0) this.#misses = new NetworkAllowance(perMinute, now, MAX_DEBT_MINUTES);
  }

  /** Fails with `too_many_misses` when the allowance is used up. Costs nothing while no caller has to wait. */
  check(request: FastifyRequest): void {
    if (!this.#misses || this.#limitedUntil === 0) return;
    if (this.#now() > this.#limitedUntil) this.#limitedUntil = 0;
    const wait = this.#misses.waitOf(request.ip, request.actor.id);
    if (wait === 0) return;
    const detail = 'This token has requested too many codes that do not exist from this network.';
    fail('too_many_misses', detail, { retryAfterSeconds: wait });
  }

  /** Runs a lookup of a code. Fails with `too_many_misses` instead when the allowance is used up. */
  async guard<T>(request: FastifyRequest, lookUp: () => Promise<T>): Promise<T> {
    this.check(request);
    try {
      return await lookUp();
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') this.#count(request);
      throw error;
    }
  }

  #count({ ip, actor }: FastifyRequest): void {
    const misses = this.#misses;
    if (!misses) return;
    misses.take(ip, actor.id);
    const wait = misses.waitOf(ip, actor.id);
    if (wait === 0) return;
    this.#limitedUntil = Math.max(this.#limitedUntil, this.#now() + wait * 1000);
  }
}
