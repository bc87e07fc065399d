import { NetworkAllowance } from './network-allowance.ts';

/** Failed callbacks of one network. Fewer than the provider is asked about at the same time. */
const FAILURES_PER_MINUTE = 20;

/**
 * Limits how often a network can make the service contact the OpenID Connect provider in vain. Anyone can send a
 * callback with a cookie of their own making, and each one waits for the provider.
 */
export class ProviderCallbackLimiter {
  readonly #failures: NetworkAllowance;

  constructor(now: () => number) {
    this.#failures = new NetworkAllowance(FAILURES_PER_MINUTE, now);
  }

  /** Counts a callback until it has succeeded. False: the network has to wait. */
  take(address: string): boolean {
    if (this.#failures.waitOf(address) > 0) return false;
    this.#failures.take(address);
    return true;
  }

  succeeded(address: string): void {
    this.#failures.giveBack(address);
  }
}
