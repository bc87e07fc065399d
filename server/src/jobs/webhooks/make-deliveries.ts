import type { Context } from '../../actions/context.ts';
import { TEST_EVENT } from '../../domain/webhook/event-type.ts';
import { wantsEvent } from '../../domain/webhook/subscription.ts';
import type { Transaction } from '../../storage/database.ts';
import { addToBacklog, deliverBacklog, listReadyBacklogs } from '../../storage/webhooks/backlog.ts';
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

/** Events of one transaction: many, since each transaction writes the same pages of the indexes again. */
const EVENTS_AT_ONCE = 1000;

/** Gives new events to the webhooks that want them, and makes deliveries for webhooks that have few. */
export async function makeDeliveries(ctx: Context): Promise<void> {
  const { db, now } = ctx;
  if (!(await hasNewEvents(db)) && (await listReadyBacklogs(db, now())).length === 0) return;
  let more = true;
  while (more) {
    more = await db.transaction(async (tx) => {
      await takeTurn(tx);
      const events = await distribute(ctx, tx);
      for (const id of await listReadyBacklogs(tx, now())) {
        await deliverBacklog(db.engine, tx, id, now());
      }
      return events >= EVENTS_AT_ONCE || (await listReadyBacklogs(tx, now())).length > 0;
    }, 'none');
  }
}

/** Adds new events to the backlogs of their webhooks. Returns how many there were. */
async function distribute({ db }: Context, tx: Transaction): Promise<number> {
  await adoptPendingEvents(db.engine, tx, EVENTS_AT_ONCE);
  const added = await listNewEvents(tx, EVENTS_AT_ONCE);
  if (added.seqs.length === 0) return 0;
  const groups = await groupEvents(db.engine, tx, added.seqs);
  const appIds = [...new Set(groups.map(({ appId }) => appId))];
  for (const webhook of appIds.length === 0 ? [] : await listSubscriptions(tx, appIds)) {
    const isWanted = ({ appId, type, tags }: EventGroup): boolean =>
      appId === webhook.appId && type !== TEST_EVENT && wantsEvent(webhook, type, tags);
    const seqs = groups.filter(isWanted).flatMap((group) => group.seqs);
    if (seqs.length > 0) await addToBacklog(tx, webhook.id, seqs);
  }
  await deleteNewEvents(db.engine, tx, added);
  return added.seqs.length;
}
