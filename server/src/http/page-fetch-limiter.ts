import { fail } from '../problem.ts';
import { Allowance } from './allowance.ts';

/** Pages that are fetched for one app. */
const PAGES_PER_MINUTE = 20;
/** Pages for all apps of a process, so that many apps cannot be used to flood a web site. */
const ALL_PAGES_PER_MINUTE = 120;

/** Limits how often pages are fetched. */
export class PageFetchLimiter {
  readonly #perApp: Allowance;
  readonly #forAll: Allowance;

  constructor(now: () => number) {
    this.#perApp = new Allowance(PAGES_PER_MINUTE, now);
    this.#forAll = new Allowance(ALL_PAGES_PER_MINUTE, now);
  }

  /** Counts a page. Fails with `too_many_pages`. */
  take(appId: string): void {
    const retryAfterSeconds = Math.max(this.#perApp.waitOf(appId), this.#forAll.waitOf(''));
    if (retryAfterSeconds > 0) {
      const detail = `Pages were read too often; try again in ${retryAfterSeconds} s.`;
      fail('too_many_pages', detail, { retryAfterSeconds });
    }
    this.#perApp.take(appId);
    this.#forAll.take('');
  }
}
