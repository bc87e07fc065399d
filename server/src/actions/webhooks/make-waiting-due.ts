import {
  forgetTries,
  listTried,
  makeDue,
  type TriedDelivery,
} from '../../storage/webhooks/deliveries.ts';
import { dueNow } from '../../storage/webhooks/due-now.ts';
import type { Context } from '../context.ts';

/** Deliveries of one transaction. */
const AT_ONCE = 500;

/**
 * Makes everything due that waits for a retry of a disabled webhook, as if it was new: its receiver was repaired. Before
 * the webhook is enabled, and in small transactions, because there can be many.
 */
export async function makeWaitingDue({ db, now }: Context, webhookId: string): Promise<void> {
  const at = await dueNow(db, now());
  let from: number | undefined = 0;
  while (from !== undefined) {
    const tried: TriedDelivery[] = await listTried(db, webhookId, { from, to: at, limit: AT_ONCE });
    if (tried.length > 0) {
      await db.transaction((tx) => forgetTries(tx, webhookId, tried), 'none');
    }
    // Others can have the same time. Those that were changed are not listed again.
    from = tried.length === AT_ONCE ? tried.at(-1)?.nextAt : undefined;
  }
  while ((await db.transaction((tx) => makeDue(tx, webhookId, at, AT_ONCE), 'none')) === AT_ONCE);
}
