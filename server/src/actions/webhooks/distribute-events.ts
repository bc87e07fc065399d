import { TEST_EVENT } from '../../domain/webhook/event-type.ts';
import { wantsEvent } from '../../domain/webhook/subscription.ts';
import type { Transaction } from '../../storage/database.ts';
import { addToBacklog, deliverBacklog, MOST_DUE } from '../../storage/webhooks/backlog.ts';
import {
  adoptPendingEvents,
  deleteNewEvents,
  groupEvents,
  hasNewEvents,
  listNewEvents,
  type EventGroup,
} from '../../storage/webhooks/new-events.ts';
import { takeTurn } from '../../storage/webhooks/progress.ts';
import { listSubscriptions } from '../../storage/webhooks/webhooks.ts';
import type { Context } from '../context.ts';

/** Events of one transaction: many, since each transaction writes the same pages of the indexes again. */
const EVENTS_AT_ONCE = 1000;

/**
 * Adds new events to the backlogs of their webhooks. Returns whether there can be more. The transaction must have its turn
 * (`takeTurn`).
 */
export async function distributeEvents(tx: Transaction): Promise<boolean> {
  await adoptPendingEvents(tx, EVENTS_AT_ONCE);
  const added = await listNewEvents(tx, EVENTS_AT_ONCE);
  if (added.seqs.length === 0) return false;
  const groups = await groupEvents(tx, added.seqs);
  const appIds = [...new Set(groups.map(({ appId }) => appId))];
  for (const webhook of await listSubscriptions(tx, appIds)) {
    const isWanted = ({ appId, type, tags }: EventGroup): boolean =>
      appId === webhook.appId && type !== TEST_EVENT && wantsEvent(webhook, type, tags);
    const seqs = groups.filter(isWanted).flatMap((group) => group.seqs);
    if (seqs.length > 0) await addToBacklog(tx, webhook.id, seqs);
  }
  await deleteNewEvents(tx, added);
  return added.isPart;
}

/** Before a webhook changes: what happened so far is for the webhooks as they are. */
export async function distributeAll(ctx: Context): Promise<void> {
  while (await hasNewEvents(ctx.db)) {
    const more = await ctx.db.transaction(async (tx) => {
      await takeTurn(tx);
      return distributeEvents(tx);
    }, 'none');
    // Those that come in the meantime happen during the change.
    if (!more) return;
  }
}

/** Makes deliveries of all that a webhook gets of what happened so far, however many are due. */
export async function deliverAll(ctx: Context, webhookId: string): Promise<void> {
  await distributeAll(ctx);
  const { db, now } = ctx;
  const deliverSome = async (tx: Transaction): Promise<number> => {
    await takeTurn(tx);
    return deliverBacklog(tx, webhookId, now());
  };
  while ((await db.transaction(deliverSome, 'none')) >= MOST_DUE);
}
