/** Attempts that failed under one key, such as an account or a network. */
export interface Failures {
  readonly count: number;
  /** When the last one began; milliseconds since 1970-01-01 UTC. */
  readonly lastAt: number;
}

/** `free` failures cost nothing; each further one doubles the wait, from one second up to a limit. */
export interface DelayRule {
  readonly free: number;
  readonly longestSeconds: number;
}

export const QUARTER_HOUR = 15 * 60;

/** For an account from one network. */
export const ACCOUNT_AND_NETWORK: DelayRule = { free: 5, longestSeconds: QUARTER_HOUR };
/** For a network and all accounts: many people may share one address. */
export const NETWORK: DelayRule = { free: 20, longestSeconds: QUARTER_HOUR };
/** For all IPv6 networks of one site (a /48): one attacker may have all of them. */
export const SITE: DelayRule = { free: 100, longestSeconds: QUARTER_HOUR };
/** For an account, from all networks: an attacker with many addresses waits too. */
export const ACCOUNT: DelayRule = { free: 50, longestSeconds: QUARTER_HOUR };
/** For spare attempts, which only succeed from a network that the account has used before. */
export const SPARE_ACCOUNT_AND_NETWORK: DelayRule = { free: 5, longestSeconds: 60 };
export const SPARE_NETWORK: DelayRule = { free: 20, longestSeconds: 60 };

/** Failures count for so long after the last one. */
export const FAILURES_KEPT_MS = 24 * 60 * 60 * 1000;

/** Seconds until the next attempt is allowed; 0: now. */
export function waitSeconds(
  failures: Failures | undefined,
  { free, longestSeconds }: DelayRule,
  now: number,
): number {
  if (!failures || failures.count < free || now - failures.lastAt >= FAILURES_KEPT_MS) return 0;
  const seconds = Math.min(longestSeconds, 2 ** Math.min(failures.count - free, 30));
  return Math.max(0, Math.ceil((failures.lastAt + seconds * 1000 - now) / 1000));
}

/** The failures with one more. */
export function withFailure(failures: Failures | undefined, now: number): Failures {
  const counts = failures && now - failures.lastAt < FAILURES_KEPT_MS;
  return { count: (counts ? failures.count : 0) + 1, lastAt: now };
}

/** The failures without one: that attempt succeeded. */
export function withoutFailure({ count, lastAt }: Failures): Failures | undefined {
  return count <= 1 ? undefined : { count: count - 1, lastAt };
}
