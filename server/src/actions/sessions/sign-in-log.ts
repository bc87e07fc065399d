import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { OidcFailure } from '../../domain/access/oidc.ts';
import type { Log } from '../../log.ts';

/** Networks whose refused attempts are remembered as logged. */
const MAX_NETWORKS = 10_000;
const MINUTE_MS = 60_000;

export interface FailedAttempt {
  readonly network: string;
  /** The account that it was about, where there is one. */
  readonly memberId?: string | undefined;
  /** What was sent as the e-mail address. */
  readonly email: string;
}

/**
 * Writes sign-ins that failed to the log: the outcome, the network (an IPv4 address or an IPv6 /64), and the
 * id of the member or, where there is none, a short digest of the address. The digest has a key of this
 * process, since people type passwords into the wrong field. Passwords and addresses are never logged.
 */
export class SignInLog {
  readonly #log: Log;
  readonly #now: () => number;
  readonly #key = randomBytes(32);
  readonly #refused = new LRUCache<string, number>({ max: MAX_NETWORKS });

  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  wrong({ network, memberId, email }: FailedAttempt): void {
    const who = memberId === undefined ? { address: this.#digest(email) } : { member: memberId };
    this.#log.info({ outcome: 'wrong_credentials', network, ...who }, 'a sign-in failed');
  }

  /** Once a minute for each network, so that a flood of attempts is none of lines. */
  refused({ network, memberId, email }: FailedAttempt): void {
    const now = this.#now();
    const last = this.#refused.get(network);
    if (last !== undefined && now - last < MINUTE_MS) return;
    this.#refused.set(network, now);
    const who = memberId === undefined ? { address: this.#digest(email) } : { member: memberId };
    this.#log.warn(
      { outcome: 'too_many_attempts', network, ...who },
      'sign-ins are refused for some time',
    );
  }

  /** The provider has identified somebody who is not let in. */
  atProvider(outcome: OidcFailure, network: string): void {
    this.#log.info({ outcome, network }, 'a sign-in at the provider failed');
  }

  #digest(email: string): string {
    return createHmac('sha256', this.#key).update(email).digest('base64url').slice(0, 8);
  }
}
