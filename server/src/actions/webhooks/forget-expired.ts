import { wantsType } from '../../domain/webhook/subscription.ts';
import type { Transaction } from '../../storage/database.ts';
import { deleteAllEnded } from '../../storage/webhooks/expired-links.ts';
import { saveExpiryMark, takeTurn } from '../../storage/webhooks/progress.ts';
import { listSubscriptions, type Webhook } from '../../storage/webhooks/webhooks.ts';

/** Whether a webhook gets an event for each link that expires, now or after the service enables it again. */
export function wantsExpiry(webhook: Webhook): boolean {
  const { state, disabledBecause } = webhook;
  return (state === 'enabled' || disabledBecause !== null) && wantsType(webhook, 'link.expired');
}

/**
 * Call it before a webhook begins to want events for links that expire. If no other one wants them, those that expired
 * in the meantime are not reported; otherwise they have been reported already.
 */
export async function forgetExpired(tx: Transaction, now: number): Promise<void> {
  await takeTurn(tx);
  const all = await listSubscriptions(tx);
  if (all.some((one) => wantsType(one, 'link.expired'))) return;
  await saveExpiryMark(tx, { at: now, link: 0 });
  await deleteAllEnded(tx);
}
