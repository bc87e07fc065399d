import type { Context } from '../../actions/context.ts';
import { distributeEvents } from '../../actions/webhooks/distribute-events.ts';
import type { Transaction } from '../../storage/database.ts';
import { deliverBacklog, listReadyBacklogs } from '../../storage/webhooks/backlog.ts';
import { hasNewEvents } from '../../storage/webhooks/new-events.ts';
import { takeTurn } from '../../storage/webhooks/progress.ts';

/** How long a call may take, except for its last transaction: other webhooks wait for it to begin. */
const MOST_MS = 200;
/** Deliveries of one transaction. */
const DELIVERIES_AT_ONCE = 1000;

/**
 * Gives new events to the webhooks that want them, and makes deliveries for webhooks that have few. Returns false if there
 * can be more to do. What is left when the process stops is done by another one, or after the next start.
 */
export async function makeDeliveries(ctx: Context, isStopped: () => boolean): Promise<boolean> {
  const { db, now } = ctx;
  if (!(await hasNewEvents(db)) && (await listReadyBacklogs(db, now())).length === 0) return true;
  const end = performance.now() + MOST_MS;
  do {
    const isComplete = await db.transaction(async (tx) => {
      await takeTurn(tx);
      const isPart = await distributeEvents(tx);
      return (await deliverSome(ctx, tx)) && !isPart;
    }, 'none');
    if (isComplete) return true;
  } while (performance.now() < end && !isStopped());
  return false;
}

/** Returns whether no webhook with few deliveries has a backlog any more. */
async function deliverSome({ now }: Context, tx: Transaction): Promise<boolean> {
  let left = DELIVERIES_AT_ONCE;
  for (const id of await listReadyBacklogs(tx, now())) {
    if (left <= 0) return false;
    left -= await deliverBacklog(tx, id, now());
  }
  // A backlog that had fewer events is empty now.
  return left > 0 || (await listReadyBacklogs(tx, now())).length === 0;
}
