import {
  ACCOUNT,
  ACCOUNT_AND_NETWORK,
  NETWORK,
  SITE,
  SPARE_ACCOUNT_AND_NETWORK,
  SPARE_NETWORK,
  SPARE_SITE,
  type DelayRule,
} from '../../domain/access/sign-in-delay.ts';
import { fail } from '../../problem.ts';
import { FailureCounters, type CountedKey } from './failure-counters.ts';

/** An attempt to sign in to an account. */
export interface FailedAttemptInput {
  readonly email: string;
  /** An IPv4 address or an IPv6 /64. */
  readonly network: string;
  /** The IPv6 /48 of the network; undefined for IPv4. */
  readonly site: string | undefined;
}

/** An attempt whose password may be checked. */
export interface DelayedAttempt {
  /** Seconds to wait if it fails. Above 0, this is a spare attempt; see `SignInDelays`. */
  readonly wait: number;
  /** Discards an attempt that was not completed or was not a guess. */
  readonly undo: () => void;
  /** The count that is cleared when the password is right. */
  readonly own: CountedKey;
}

/**
 * Counts failed sign-ins in this process; each one makes the next wait longer. Nothing here depends on whether
 * the account exists, so the answers do not disclose it.
 *
 * Instead of waiting, an attempt can be a spare attempt, a few times and then once a minute. A spare attempt with
 * the right password succeeds only from a network that the account has used before, so strangers in other
 * networks cannot lock out its owner. All other spare attempts get the same answer after the same work.
 */
export class SignInDelays {
  readonly #failures: FailureCounters;

  constructor(now: () => number) {
    this.#failures = new FailureCounters(now);
  }

  /**
   * Starts an attempt, which counts as failed until `succeeded` or `undo`, so that concurrent attempts count
   * too. A refused attempt does not count.
   * @throws `too_many_attempts`
   */
  begin({ email, network, site }: FailedAttemptInput): DelayedAttempt {
    const ofSite = (key: string, rule: DelayRule): CountedKey[] =>
      site === undefined ? [] : [[`${key} ${site}`, rule]];
    const own: CountedKey = [`both ${network} ${email}`, ACCOUNT_AND_NETWORK];
    const usual: readonly CountedKey[] = [
      own,
      [`network ${network}`, NETWORK],
      ...ofSite('site', SITE),
      [`account ${email}`, ACCOUNT],
    ];
    const wait = this.#failures.wait(usual);
    if (wait === 0) return { wait, undo: this.#failures.add(usual), own };
    const spare: CountedKey = [`spare ${network} ${email}`, SPARE_ACCOUNT_AND_NETWORK];
    const keys: readonly CountedKey[] = [
      spare,
      [`spare ${network}`, SPARE_NETWORK],
      ...ofSite('spare site', SPARE_SITE),
    ];
    if (this.#failures.wait(keys) > 0) tooManyAttempts(wait);
    return { wait, undo: this.#failures.add(keys), own: spare };
  }

  /** The password was right. Failures of other accounts from the same network still count. */
  succeeded(one: DelayedAttempt): void {
    one.undo();
    this.#failures.clear(one.own);
  }
}

export function tooManyAttempts(wait: number): never {
  const detail = 'Too many attempts to sign in have failed. Wait, then try again.';
  fail('too_many_attempts', detail, { retryAfterSeconds: wait });
}
