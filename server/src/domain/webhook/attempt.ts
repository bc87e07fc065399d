const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When the attempts after the first one follow: the pauses that Standard Webhooks 1.0.0 recommends, 3.15 days in total. */
export const RETRY_PAUSES: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** The share by which a pause can be longer, so that what failed together is not sent again together. */
const JITTER = 0.1;
/** The longest pause that a receiver can request. */
const MAX_REQUESTED_PAUSE = DAY;
/** How long a webhook may fail without a success before it is disabled. */
export const MAX_FAILING_MS = 5 * DAY;

/** What an attempt led to. */
export interface AttemptResult {
  /** Milliseconds since 1970-01-01 UTC: when it began. */
  readonly at: number;
  readonly durationMs: number;
  /** Null: there was no response. */
  readonly status: number | null;
  /** Why there was no response, as text for the owner of the webhook; null: there was one. */
  readonly error: string | null;
  /** The start of the response. */
  readonly response: string | null;
  /** The header of the response. */
  readonly retryAfter: string | undefined;
}

/** The state of a delivery after an attempt. */
export type NextStep =
  | { readonly state: 'delivered' }
  | ({ readonly state: 'failed' } & Pause)
  | ({ readonly state: 'pending'; readonly nextAt: number } & Pause);

/** All deliveries of the webhook wait until `pausedUntil`; undefined: at most this one waits. */
interface Pause {
  readonly pausedUntil: number | undefined;
}

/**
 * Decides what follows from an attempt. `tries`: how many attempts there were, including this one. `random`: from 0 to 1.
 */
export function nextStep(result: AttemptResult, tries: number, random: number): NextStep {
  if (isSuccess(result)) return { state: 'delivered' };
  const end = result.at + result.durationMs;
  const requested = requestedPause(result, end);
  const pausedUntil = requested === undefined ? undefined : end + requested;
  const pause = RETRY_PAUSES[tries - 1];
  if (pause === undefined) return { state: 'failed', pausedUntil };
  const own = Math.round(pause * (1 + JITTER * random));
  return { state: 'pending', nextAt: end + Math.max(own, requested ?? 0), pausedUntil };
}

/** Only 2xx. A redirect is not followed, so it is a failure. */
export function isSuccess({ status }: Pick<AttemptResult, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** 410 says that nothing is to be sent there any more. */
export function isGone({ status }: Pick<AttemptResult, 'status'>): boolean {
  return status === 410;
}

/** These tell the sender to slow down, with or without `Retry-After`. */
const SLOW_DOWN: ReadonlySet<number | null> = new Set([429, 502, 503, 504]);

/** `Retry-After` of RFC 9110 in milliseconds: seconds or a date; undefined: none. */
function requestedPause(
  { status, retryAfter = '' }: AttemptResult,
  now: number,
): number | undefined {
  if (!SLOW_DOWN.has(status)) return undefined;
  const text = retryAfter.trim();
  const pause = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now;
  if (Number.isNaN(pause) || pause <= 0) return undefined;
  return Math.min(pause, MAX_REQUESTED_PAUSE);
}

/** How a webhook is doing. */
export interface Health {
  /** The first failure since the last success; null: none. */
  readonly failingSince: number | null;
  /** Why it must be disabled; null: it can go on. */
  readonly disable: 'gone' | 'failing' | null;
}

export function healthAfter(failingSince: number | null, result: AttemptResult): Health {
  if (isSuccess(result)) return { failingSince: null, disable: null };
  const since = failingSince ?? result.at;
  if (isGone(result)) return { failingSince: since, disable: 'gone' };
  return { failingSince: since, disable: result.at - since >= MAX_FAILING_MS ? 'failing' : null };
}
