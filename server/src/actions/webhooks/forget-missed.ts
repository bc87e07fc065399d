import { wantsType } from '../../domain/webhook/subscription.ts';
import type { EventType } from '../../domain/webhook/event-type.ts';
import type { Transaction } from '../../storage/database.ts';
import { deleteAllEnded } from '../../storage/webhooks/expired-links.ts';
import { saveExpiryMark, takeTurn } from '../../storage/webhooks/progress.ts';
import { deleteSummaryMark } from '../../storage/webhooks/summaries.ts';
import { listSubscriptions, type Webhook } from '../../storage/webhooks/webhooks.ts';
import type { Context } from '../context.ts';

/** Whether a webhook gets the events of a type, now or when it is enabled after the service has disabled it. */
function wantsNowOrLater(webhook: Webhook, type: EventType): boolean {
  const { state, disabledBecause } = webhook;
  return (state === 'enabled' || disabledBecause !== null) && wantsType(webhook, type);
}

/**
 * Call it before a webhook changes. If it begins to want what no other webhook wants, what happened in the meantime is not
 * reported.
 */
export async function forgetMissed(
  { now }: Context,
  tx: Transaction,
  before: Webhook,
  after: Webhook,
): Promise<void> {
  const begins = (type: EventType): boolean =>
    !wantsNowOrLater(before, type) && wantsNowOrLater(after, type);
  if (begins('link.expired')) await forgetExpired(tx, now());
  if (begins('clicks.summary')) await forgetClicks(tx, after.appId);
}

/**
 * Call it before a webhook is created: the last summary can be one for webhooks that were deleted, perhaps months ago. Links
 * that expired before the creation are not reported anyway.
 */
export async function forgetMissedClicks(
  tx: Transaction,
  created: Pick<Webhook, 'appId' | 'types'>,
): Promise<void> {
  if (wantsType(created, 'clicks.summary')) await forgetClicks(tx, created.appId);
}

/** If other webhooks want them, links that expired have been reported already. */
async function forgetExpired(tx: Transaction, now: number): Promise<void> {
  await takeTurn(tx);
  const all = await listSubscriptions(tx);
  if (all.some((one) => wantsType(one, 'link.expired'))) return;
  await saveExpiryMark(tx, { at: now, link: 0 });
  await deleteAllEnded(tx);
}

/** The next summary then begins with the clicks from now on. */
async function forgetClicks(tx: Transaction, appId: string): Promise<void> {
  await takeTurn(tx);
  const all = await listSubscriptions(tx, [appId]);
  if (all.some((one) => wantsType(one, 'clicks.summary'))) return;
  await deleteSummaryMark(tx, appId);
}
