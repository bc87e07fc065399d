import { fail } from '../problem.ts';
import { Allowance } from './allowance.ts';

/** DNS queries, or examinations of its hosts, for one app. */
const CHECKS_PER_MINUTE = 10;
/** Those for all apps of a process, so that many apps cannot be used to flood a DNS server or a web site. */
const ALL_CHECKS_PER_MINUTE = 120;

/** Limits how often hosts are checked; one for each kind of check. */
export class HostCheckLimiter {
  readonly #perApp: Allowance;
  readonly #forAll: Allowance;

  constructor(now: () => number) {
    this.#perApp = new Allowance(CHECKS_PER_MINUTE, now);
    this.#forAll = new Allowance(ALL_CHECKS_PER_MINUTE, now);
  }

  /** Counts a check. Fails with `too_many_checks`. */
  take(appId: string): void {
    const retryAfterSeconds = Math.max(this.#perApp.waitOf(appId), this.#forAll.waitOf(''));
    if (retryAfterSeconds > 0) {
      const detail = `Hosts were checked too often; try again in ${retryAfterSeconds} s.`;
      fail('too_many_checks', detail, { retryAfterSeconds });
    }
    this.#perApp.take(appId);
    this.#forAll.take('');
  }
}
