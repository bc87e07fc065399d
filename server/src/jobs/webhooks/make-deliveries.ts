import type { Context } from '../../actions/context.ts';
import { TEST_EVENT } from '../../domain/webhook/event-type.ts';
import { wantsEvent } from '../../domain/webhook/subscription.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  insertDeliveries,
  waitingSubjects,
  type NewDelivery,
} from '../../storage/webhooks/deliveries.ts';
import {
  hasPendingEvents,
  listPendingEvents,
  settleEvents,
  type PendingEvent,
} from '../../storage/webhooks/events.ts';
import { takeTurn } from '../../storage/webhooks/progress.ts';
import { listSubscriptions } from '../../storage/webhooks/webhooks.ts';

/** Events of one transaction. */
const EVENTS_AT_ONCE = 200;
/** A webhook gets no events from before it was created; the clocks of instances can differ by this much. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** Gives new events to the webhooks that want them. Returns how many webhooks times events. */
export async function makeDeliveries(ctx: Context): Promise<number> {
  let made = 0;
  while (await hasPendingEvents(ctx.db)) {
    const events = await ctx.db.transaction(async (tx) => {
      await takeTurn(tx);
      const pending = await listPendingEvents(tx, EVENTS_AT_ONCE);
      if (pending.length === 0) return 0;
      const deliveries = await deliveriesOf(tx, pending, ctx.now());
      await insertDeliveries(tx, deliveries);
      const seqs = pending.map(({ seq }) => seq);
      await settleEvents(tx, seqs);
      made += deliveries.length;
      return pending.length;
    }, 'none');
    if (events < EVENTS_AT_ONCE) break;
  }
  return made;
}

async function deliveriesOf(
  tx: Transaction,
  events: readonly PendingEvent[],
  now: number,
): Promise<NewDelivery[]> {
  const appIds = [...new Set(events.map(({ appId }) => appId))];
  const deliveries: NewDelivery[] = [];
  for (const webhook of await listSubscriptions(tx, appIds)) {
    const wanted = events.filter(
      ({ appId, type, tags, createdAt }) =>
        appId === webhook.appId &&
        type !== TEST_EVENT &&
        createdAt >= webhook.createdAt - CLOCK_DIFFERENCE_MS &&
        wantsEvent(webhook, type, tags),
    );
    if (wanted.length === 0) continue;
    // An event after one that is retried later waits as long.
    const subjects = [...new Set(wanted.map(({ subject }) => subject))];
    const waiting = await waitingSubjects(tx, webhook.id, subjects, now);
    for (const { seq, subject } of wanted) {
      const nextAt = waiting.get(subject) ?? now;
      deliveries.push({ webhookId: webhook.id, eventSeq: seq, subject, nextAt });
    }
  }
  return deliveries;
}
