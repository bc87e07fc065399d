import { forgetTries, makeDue } from '../../storage/webhooks/deliveries.ts';
import type { Context } from '../context.ts';

/** Deliveries of one transaction. */
const AT_ONCE = 500;

/**
 * Makes everything due that waits for a retry of a disabled webhook, as if it was new: its receiver was repaired. Before
 * the webhook is enabled, and in small transactions, because there can be many.
 */
export async function makeWaitingDue({ db, now }: Context, webhookId: string): Promise<void> {
  const at = now();
  await db.transaction((tx) => forgetTries(tx, webhookId, at), 'none');
  while ((await db.transaction((tx) => makeDue(tx, webhookId, at, AT_ONCE), 'none')) === AT_ONCE);
}
