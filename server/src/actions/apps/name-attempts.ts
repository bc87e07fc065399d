import { networkOf, siteOf } from '../../domain/access/network.ts';
import { QUARTER_HOUR, type DelayRule } from '../../domain/access/sign-in-delay.ts';
import { fail, Problem } from '../../problem.ts';
import { FailureCounters, type CountedKey } from '../sessions/failure-counters.ts';

/** For existing names, per user and per network. */
const TAKEN: DelayRule = { free: 5, longestSeconds: QUARTER_HOUR };
/** The same for all IPv6 networks of one site (a /48). */
const TAKEN_AT_SITE: DelayRule = { free: 25, longestSeconds: QUARTER_HOUR };

/**
 * Slows down members who guess names of apps: the error for a taken name discloses that an app of this name
 * exists, which may belong to someone else.
 */
export class NameAttempts {
  readonly #taken: FailureCounters;

  constructor(now: () => number) {
    this.#taken = new FailureCounters(now);
  }

  /**
   * Runs `create`, unless the member or the network of the IP `address` has to wait.
   * @throws `too_many_attempts`
   */
  async guard<T>(memberId: string, address: string, create: () => Promise<T>): Promise<T> {
    const site = siteOf(address);
    const keys: readonly CountedKey[] = [
      [`member ${memberId}`, TAKEN],
      [`network ${networkOf(address)}`, TAKEN],
      ...(site === undefined ? [] : [[`site ${site}`, TAKEN_AT_SITE] as const]),
    ];
    const wait = this.#taken.wait(keys);
    if (wait > 0) {
      const detail = 'Too many of the names that you tried are taken. Wait, then try again.';
      fail('too_many_attempts', detail, { retryAfterSeconds: wait });
    }
    // Counted before the outcome is known, so that concurrent attempts count too.
    const undo = this.#taken.add(keys);
    try {
      const created = await create();
      undo();
      return created;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'validation_failed') undo();
      throw error;
    }
  }
}
