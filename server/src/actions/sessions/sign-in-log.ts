import { createHmac, randomBytes } from 'node:crypto';
import type { OidcFailure } from '../../domain/access/oidc.ts';
import { truncatedNetwork } from '../../domain/click/network.ts';
import type { Log } from '../../log.ts';
import { throttle, type IsDue } from '../throttle.ts';

export interface FailedAttempt {
  readonly network: string;
  /** The account, if there is one. */
  readonly memberId?: string | undefined;
  /** The e-mail address as it was sent. */
  readonly email: string;
}

/**
 * Writes failed sign-ins to the log: the outcome, the truncated network (IPv4 /24, IPv6 /48), and the
 * id of the member or, if there is none, a short digest of the address. The digest has a key of this
 * process, since people type passwords into the wrong field. Passwords and addresses are never logged.
 */
export class SignInLog {
  readonly #log: Log;
  readonly #key = randomBytes(32);
  readonly #isDue: IsDue;

  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#isDue = throttle(now);
  }

  wrong(attempt: FailedAttempt): void {
    const fields = { outcome: 'wrong_credentials', ...this.#fields(attempt) };
    this.#log.info(fields, 'a sign-in failed');
  }

  /** One line a minute for each network. */
  refused(attempt: FailedAttempt): void {
    if (!this.#isDue(attempt.network)) return;
    const fields = { outcome: 'too_many_attempts', ...this.#fields(attempt) };
    this.#log.warn(fields, 'sign-ins are refused for some time');
  }

  /** The provider has identified a user who may not sign in. */
  atProvider(outcome: OidcFailure, network: string): void {
    this.#log.info(
      { outcome, network: truncatedNetwork(network) },
      'a sign-in at the provider failed',
    );
  }

  /** A network has sent too many callbacks that failed. One line a minute for each network. */
  refusedAtProvider(network: string): void {
    if (!this.#isDue(`${network} at the provider`)) return;
    this.#log.warn(
      { outcome: 'too_many_attempts', network: truncatedNetwork(network) },
      'sign-ins at the provider are refused for some time',
    );
  }

  #fields({ network: full, memberId, email }: FailedAttempt): object {
    const network = truncatedNetwork(full);
    if (memberId !== undefined) return { network, member: memberId };
    const digest = createHmac('sha256', this.#key).update(email).digest('base64url');
    return { network, address: digest.slice(0, 8) };
  }
}
