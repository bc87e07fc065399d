import { LRUCache } from 'lru-cache';
import {
  ACCOUNT,
  ACCOUNT_AND_NETWORK,
  FAMILIAR,
  NETWORK,
  waitSeconds,
  withFailure,
  withoutFailure,
  type DelayRule,
  type Failures,
} from '../../domain/sign-in-delay.ts';
import { fail } from '../../problem.ts';

/** Keys that are remembered at the most; a key that is forgotten begins anew. */
const MAX_KEYS = 50_000;

/** Who tries to sign in to which account. */
export interface Attempt {
  readonly email: string;
  /** An IPv4 address or an IPv6 /64. */
  readonly network: string;
  /** Has the account been signed in to from this network before? */
  readonly familiar: boolean;
}

/** Remembers sign-ins that failed, in this process, and makes whoever goes on wait longer and longer. */
export class Delays {
  readonly #now: () => number;
  readonly #failures = new LRUCache<string, Failures>({ max: MAX_KEYS });

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Lets an attempt begin, and counts it as failed until `succeeded`: however many come at once, each
   * counts. Fails with `too_many_attempts`, which counts nothing.
   */
  begin(attempt: Attempt): void {
    const now = this.#now();
    const keys = keysOf(attempt);
    const wait = Math.max(
      ...keys.map(([key, rule]) => waitSeconds(this.#failures.get(key), rule, now)),
    );
    if (wait > 0) {
      const detail = 'Too many attempts to sign in have failed. Wait, then try once more.';
      fail('too_many_attempts', detail, { retryAfterSeconds: wait });
    }
    for (const [key] of keys) this.#failures.set(key, withFailure(this.#failures.get(key), now));
  }

  /** The attempt was never decided, so it does not count. */
  undo(attempt: Attempt): void {
    for (const [key] of keysOf(attempt)) {
      const failures = this.#failures.get(key);
      const left = failures && withoutFailure(failures);
      if (left) this.#failures.set(key, left);
      else this.#failures.delete(key);
    }
  }

  /** Who knows the password has not guessed; what others have tried from there still counts. */
  succeeded(attempt: Attempt): void {
    this.undo(attempt);
    this.#failures.delete(ownKey(attempt));
  }
}

function ownKey({ email, network }: Attempt): string {
  return `both ${network} ${email}`;
}

/** What an attempt counts for: nothing that strangers elsewhere can fill, where it is at home. */
function keysOf(attempt: Attempt): readonly (readonly [string, DelayRule])[] {
  const { email, network, familiar } = attempt;
  const own = ownKey(attempt);
  if (familiar) return [[own, FAMILIAR]];
  return [
    [own, ACCOUNT_AND_NETWORK],
    [`network ${network}`, NETWORK],
    [`account ${email}`, ACCOUNT],
  ];
}
