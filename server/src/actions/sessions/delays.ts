import {
  ACCOUNT,
  ACCOUNT_AND_NETWORK,
  NETWORK,
  SITE,
  SPARE_ACCOUNT_AND_NETWORK,
  SPARE_NETWORK,
} from '../../domain/access/sign-in-delay.ts';
import { fail } from '../../problem.ts';
import { FailureCounters, type CountedKey } from './failure-counters.ts';

/** Who tries to sign in to which account. */
export interface Attempt {
  readonly email: string;
  /** An IPv4 address or an IPv6 /64. */
  readonly network: string;
  /** The IPv6 /48 of the network, where it has one. */
  readonly site: string | undefined;
}

/** An attempt that may check its password. */
export interface Try {
  /** Whoever fails has to wait so many seconds; above 0 it is a spare try, see `Delays`. */
  readonly wait: number;
  readonly keys: readonly CountedKey[];
  /** What is forgotten when the password is right. */
  readonly own: CountedKey;
}

/**
 * Remembers sign-ins that failed, in this process, and makes the next ones wait longer and longer. Nothing of
 * it depends on whether there is an account, so the answers do not tell.
 *
 * While an attempt would have to wait, it gets a spare try instead, a few times and then once a minute. By
 * a spare try, the right password of an account lets in people whose network the account knows: strangers
 * elsewhere cannot lock them out. All others get the same answer after the same work, whatever the password.
 */
export class Delays {
  readonly #failures: FailureCounters;

  constructor(now: () => number) {
    this.#failures = new FailureCounters(now);
  }

  /**
   * Begins an attempt, which counts as failed until `succeeded` or `undo`: however many come at once, each
   * counts. Fails with `too_many_attempts`, which counts nothing.
   */
  begin({ email, network, site }: Attempt): Try {
    const own: CountedKey = [`both ${network} ${email}`, ACCOUNT_AND_NETWORK];
    const usual: readonly CountedKey[] = [
      own,
      [`network ${network}`, NETWORK],
      ...(site === undefined ? [] : [[`site ${site}`, SITE] as const]),
      [`account ${email}`, ACCOUNT],
    ];
    const wait = this.#failures.wait(usual);
    if (wait === 0) return this.#counted({ wait, keys: usual, own });
    const spare: CountedKey = [`spare ${network} ${email}`, SPARE_ACCOUNT_AND_NETWORK];
    const keys: readonly CountedKey[] = [spare, [`spare ${network}`, SPARE_NETWORK]];
    if (this.#failures.wait(keys) > 0) tooManyAttempts(wait);
    return this.#counted({ wait, keys, own: spare });
  }

  /** The attempt was never decided, or was no guess, so it does not count. */
  undo({ keys }: Try): void {
    this.#failures.remove(keys);
  }

  /** Who knows the password has not guessed; what others have tried from there still counts. */
  succeeded(one: Try): void {
    this.undo(one);
    this.#failures.clear(one.own);
  }

  #counted(one: Try): Try {
    this.#failures.add(one.keys);
    return one;
  }
}

export function tooManyAttempts(wait: number): never {
  const detail = 'Too many attempts to sign in have failed. Wait, then try again.';
  fail('too_many_attempts', detail, { retryAfterSeconds: wait });
}
