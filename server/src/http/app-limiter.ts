import { fail } from '../problem.ts';
import { Allowance } from './allowance.ts';

/** For all apps of a process, so that many apps cannot be used to flood a web site or a DNS server. */
const ALL_PER_MINUTE = 120;

/** What is limited: how much of it an app has in a minute, and the error beyond. */
interface Limited {
  readonly perMinute: number;
  readonly code: 'too_many_checks' | 'too_many_pages';
  readonly what: string;
}

/** DNS queries, or examinations of the hosts of an app. */
export const HOST_CHECKS: Limited = {
  perMinute: 10,
  code: 'too_many_checks',
  what: 'Hosts were checked',
};
/** Pages that are fetched for an app. */
export const PAGE_FETCHES: Limited = {
  perMinute: 20,
  code: 'too_many_pages',
  what: 'Pages were read',
};

/** Counts one. Fails with `too_many_checks` or `too_many_pages`. */
type AppLimit = (appId: string) => void;

/** Limits how often the service sends requests to others on behalf of an app. */
export function appLimiter({ perMinute, code, what }: Limited, now: () => number): AppLimit {
  const perApp = new Allowance(perMinute, now);
  const forAll = new Allowance(ALL_PER_MINUTE, now);
  return (appId) => {
    const retryAfterSeconds = Math.max(perApp.waitOf(appId), forAll.waitOf(''));
    if (retryAfterSeconds > 0) {
      fail(code, `${what} too often; try again in ${retryAfterSeconds} s.`, { retryAfterSeconds });
    }
    perApp.take(appId);
    forAll.take('');
  };
}
