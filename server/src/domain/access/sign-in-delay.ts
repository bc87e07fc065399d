/** Failed attempts for one key, such as an account or a network. */
export interface Failures {
  readonly count: number;
  /** When the last attempt that failed or has not ended started, in milliseconds since 1970-01-01 UTC. */
  readonly lastAt: number;
}

/**
 * The first `free` failures cause no delay; each further one doubles the delay, from one second up to the
 * limit.
 */
export interface DelayRule {
  readonly free: number;
  readonly longestSeconds: number;
}

export const QUARTER_HOUR = 15 * 60;

/** For an account from one network. */
export const ACCOUNT_AND_NETWORK: DelayRule = { free: 5, longestSeconds: QUARTER_HOUR };
/** For a network and all accounts: many users can share one address. */
export const NETWORK: DelayRule = { free: 20, longestSeconds: QUARTER_HOUR };
/** For all IPv6 networks of one site (a /48): one attacker can have all of them. */
export const SITE: DelayRule = { free: 100, longestSeconds: QUARTER_HOUR };
/** For an account from all networks: this also delays an attacker with many addresses. */
export const ACCOUNT: DelayRule = { free: 50, longestSeconds: QUARTER_HOUR };
/** For spare attempts, which succeed only from a network that the account has used before. */
export const SPARE_ACCOUNT_AND_NETWORK: DelayRule = { free: 5, longestSeconds: 60 };
export const SPARE_NETWORK: DelayRule = { free: 20, longestSeconds: 60 };
export const SPARE_SITE: DelayRule = { free: 100, longestSeconds: 60 };

/** How long failures count after the last one, in milliseconds. */
export const FAILURES_KEPT_MS = 24 * 60 * 60 * 1000;

/** Returns the seconds until the next attempt is allowed; 0 if it is allowed now. */
export function waitSeconds(
  failures: Failures | undefined,
  { free, longestSeconds }: DelayRule,
  now: number,
): number {
  if (!failures || failures.count < free || now - failures.lastAt >= FAILURES_KEPT_MS) return 0;
  const seconds = Math.min(longestSeconds, 2 ** Math.min(failures.count - free, 30));
  const wait = Math.ceil((failures.lastAt + seconds * 1000 - now) / 1000);
  // If the clock was set back, `lastAt` is in the future.
  return Math.min(seconds, Math.max(0, wait));
}

export function withFailure(failures: Failures | undefined, now: number): Failures {
  const counts = failures && now - failures.lastAt < FAILURES_KEPT_MS;
  return { count: (counts ? failures.count : 0) + 1, lastAt: now };
}

/**
 * Removes the failure of an attempt that started at `at`, because it succeeded. `before`: the failures without it, whose time
 * counts again unless there was another attempt since.
 */
export function withoutFailure(
  { count, lastAt }: Failures,
  at: number,
  before: Failures | undefined,
): Failures | undefined {
  if (count <= 1) return undefined;
  return { count: count - 1, lastAt: lastAt === at && before ? before.lastAt : lastAt };
}
