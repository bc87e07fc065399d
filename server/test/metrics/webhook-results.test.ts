import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { RETRY_PAUSES } from '../../src/domain/webhook/attempt.ts';
import type { Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import {
  FIRST_RETRY_MS,
  makeWebhook,
  slowClock,
  startReceiver,
  startSender,
  type Response,
} from '../webhooks/receiver.ts';
import { parseMetrics, sumOf } from './metrics-text.ts';

const TOKEN = 'a-token-of-prometheus';

/** By how much each count of attempts and deliveries has increased. */
interface Increase {
  readonly success: number;
  readonly failure: number;
  readonly no_response: number;
  readonly delivered: number;
  readonly failed: number;
}
const NONE: Increase = { success: 0, failure: 0, no_response: 0, delivered: 0, failed: 0 };

/** With a clock that can be moved, since the last attempt follows days after the first one. */
describe('smartlink_webhook_attempts_total and smartlink_webhook_deliveries_total', () => {
  let service: Service;
  let skipped = 0;
  const clock = slowClock();
  before(async () => {
    service = await startSender({ METRICS_TOKEN: TOKEN }, { now: () => clock() + skipped });
  });

  const counts = async (): Promise<Increase> => {
    const { status, text } = await service.request('GET', '/metrics', { token: TOKEN });
    assert.equal(status, 200);
    const samples = parseMetrics(text);
    const of = (name: string, result: string): number =>
      sumOf(samples, `smartlink_webhook_${name}_total`, { result });
    return {
      success: of('attempts', 'success'),
      failure: of('attempts', 'failure'),
      no_response: of('attempts', 'no_response'),
      delivered: of('deliveries', 'delivered'),
      failed: of('deliveries', 'failed'),
    };
  };

  /** Sends a test event. Returns what it has increased so far. */
  async function sendTest(respond: () => Response) {
    const receiver = await startReceiver();
    receiver.respond(respond);
    const { webhook_id } = await makeWebhook(service, {
      url: receiver.url,
      types: ['link.disabled'],
    });
    const earlier = await counts();
    await service.request('POST', `/manage/v1/webhooks/${webhook_id}/test`);
    return async (what: string, expected: Partial<Increase>) => {
      const increase = async (): Promise<Increase> => {
        const now = await counts();
        return {
          success: now.success - earlier.success,
          failure: now.failure - earlier.failure,
          no_response: now.no_response - earlier.no_response,
          delivered: now.delivered - earlier.delivered,
          failed: now.failed - earlier.failed,
        };
      };
      const all = { ...NONE, ...expected };
      await eventually(what, async () => (await increase()).failure >= all.failure);
      await eventually(what, async () => (await increase()).delivered >= all.delivered);
      assert.deepEqual(await increase(), all);
    };
  }

  it('count a delivery as failed after its last attempt, not before', async () => {
    const increased = await sendTest(() => ({ status: 500 }));
    for (const [index, pause] of RETRY_PAUSES.entries()) {
      await increased(`attempt ${index + 1}`, { failure: index + 1 });
      // A pause begins when an attempt has ended, however long that took.
      skipped += 1.1 * pause + FIRST_RETRY_MS;
    }
    await increased('the last attempt', { failure: RETRY_PAUSES.length + 1, failed: 1 });
  });

  it('count 429 with Retry-After as a failed attempt of a delivery that has not ended', async () => {
    let asked = false;
    const increased = await sendTest(() => {
      const respond: Response = asked ? {} : { status: 429, headers: { 'retry-after': '3600' } };
      asked = true;
      return respond;
    });
    await increased('a pause is requested', { failure: 1 });
    skipped += 3600_000 + FIRST_RETRY_MS;
    await increased('it is delivered after the pause', { failure: 1, success: 1, delivered: 1 });
  });
});
