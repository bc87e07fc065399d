import type { Context } from '../../actions/context.ts';
import { distributeEvents } from '../../actions/webhooks/distribute-events.ts';
import { deliverBacklog, listReadyBacklogs } from '../../storage/webhooks/backlog.ts';
import { hasNewEvents } from '../../storage/webhooks/new-events.ts';
import { takeTurn } from '../../storage/webhooks/progress.ts';

/**
 * Gives new events to the webhooks that want them, and makes deliveries for webhooks that have few. What is left when the
 * process stops is done by another one, or after the next start.
 */
export async function makeDeliveries(ctx: Context, isStopped: () => boolean): Promise<void> {
  const { db, now } = ctx;
  if (!(await hasNewEvents(db)) && (await listReadyBacklogs(db, now())).length === 0) return;
  let more = true;
  while (more && !isStopped()) {
    more = await db.transaction(async (tx) => {
      await takeTurn(tx);
      const isPart = await distributeEvents(ctx, tx);
      for (const id of await listReadyBacklogs(tx, now())) {
        await deliverBacklog(db.engine, tx, id, now());
      }
      return isPart || (await listReadyBacklogs(tx, now())).length > 0;
    }, 'none');
  }
}
