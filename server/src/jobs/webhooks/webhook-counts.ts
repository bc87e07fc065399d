import { isSuccess, type AttemptResult, type NextStep } from '../../domain/webhook/attempt.ts';

/** What this process has sent, for metrics. */
export class WebhookCounts {
  /** Attempts by result: `success`, `failure` or `no_response`. */
  readonly attempts = { success: 0, failure: 0, no_response: 0 };
  /** Deliveries that ended: `delivered` or `failed`. */
  readonly deliveries = { delivered: 0, failed: 0 };

  count(state: NextStep['state'], result: AttemptResult): void {
    if (isSuccess(result)) this.attempts.success++;
    else this.attempts[result.status === null ? 'no_response' : 'failure']++;
    if (state !== 'pending') this.deliveries[state]++;
  }
}
