import type { AttemptResult, Health, NextStep } from '../../domain/webhook/attempt.ts';
import type { Context } from '../../actions/context.ts';
import { appendChange } from '../../storage/changes.ts';
import { hasAttempt, insertAttempt } from '../../storage/webhooks/attempts.ts';
import {
  advanceDelivery,
  countAttempt,
  type DueDelivery,
} from '../../storage/webhooks/deliveries.ts';
import {
  findAddress,
  saveHealth,
  type LeasedWebhook,
  type SavedHealth,
} from '../../storage/webhooks/leases.ts';

/** An attempt that ended, and what follows from it. */
export interface Done {
  readonly delivery: DueDelivery;
  /** Where it was sent. */
  readonly url: string;
  readonly result: AttemptResult;
  readonly next: NextStep;
  readonly disable: Health['disable'];
}

/**
 * Writes the results of attempts, and the health of the webhook after them. `failingSince`: as it was stored when it was
 * last read or written. `isRepeated`: the same results may have been written by a transaction whose outcome is unknown.
 */
export async function writeResults(
  { db, now, cache }: Context,
  webhook: LeasedWebhook,
  failingSince: number | null,
  all: readonly Done[],
  isRepeated: boolean,
): Promise<SavedHealth> {
  const { id, appId } = webhook;
  const saved = await db.transaction(async (tx) => {
    const address = await findAddress(tx, id);
    for (const { delivery, url, result, next } of all) {
      const { eventSeq } = delivery;
      if (!isRepeated || !(await hasAttempt(tx, id, eventSeq, result))) {
        // The webhook or the event can have been deleted in the meantime.
        const exists = await countAttempt(tx, id, eventSeq);
        if (exists) await insertAttempt(tx, id, eventSeq, result);
      }
      // A failure at an earlier address says nothing about the present one.
      if (next.state !== 'delivered' && url !== address) continue;
      await advanceDelivery(tx, id, delivery, next, now());
    }
    const disable = all.find((one) => one.disable !== null)?.disable ?? null;
    const outcome = await saveHealth(tx, { ...webhook, failingSince }, { ...webhook, disable });
    if (outcome === 'disabled') await appendChange(tx, `app:${appId}`, now());
    return outcome;
  }, 'none');
  if (saved === 'disabled') cache.forget(`app:${appId}`);
  return saved;
}
