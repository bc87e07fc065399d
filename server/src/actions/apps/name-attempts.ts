import { QUARTER_HOUR, type DelayRule } from '../../domain/access/sign-in-delay.ts';
import { fail, Problem } from '../../problem.ts';
import { FailureCounters, type CountedKey } from '../sessions/failure-counters.ts';

/** Names that were taken, for a person and for a network. */
const TAKEN: DelayRule = { free: 5, longestSeconds: QUARTER_HOUR };

/**
 * Slows down people who try names of apps: a name that is taken says that there is an app of this name,
 * which may belong to somebody else.
 */
export class NameAttempts {
  readonly #taken: FailureCounters;

  constructor(now: () => number) {
    this.#taken = new FailureCounters(now);
  }

  /** Makes an app. Fails with `too_many_attempts` instead while this person or network has to wait. */
  async guard<T>(memberId: string, network: string, create: () => Promise<T>): Promise<T> {
    const keys: readonly CountedKey[] = [
      [`member ${memberId}`, TAKEN],
      [`network ${network}`, TAKEN],
    ];
    const wait = this.#taken.wait(keys);
    if (wait > 0) {
      const detail = 'Too many of the names that you tried are taken. Wait, then try again.';
      fail('too_many_attempts', detail, { retryAfterSeconds: wait });
    }
    // Counted first, so that many at once are counted too.
    this.#taken.add(keys);
    try {
      const created = await create();
      this.#taken.remove(keys);
      return created;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'validation_failed') {
        this.#taken.remove(keys);
      }
      throw error;
    }
  }
}
