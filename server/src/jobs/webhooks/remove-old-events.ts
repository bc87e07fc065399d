import type { Context } from '../../actions/context.ts';
import type { Transaction } from '../../storage/database.ts';
import { deleteRowsWithoutEvents } from '../../storage/webhooks/backlog.ts';
import {
  listLeftParked,
  listWithParked,
  unparkLeft,
  type LeftParked,
} from '../../storage/webhooks/deliveries.ts';
import { deleteOldEvents } from '../../storage/webhooks/events.ts';

/**
 * Deletes events from before a time, with what refers to them. In small transactions, so it does not matter which process does
 * it. `before`: milliseconds since 1970-01-01 UTC.
 */
export async function removeOldEvents(
  ctx: Context,
  before: number,
  isStopped: () => boolean,
): Promise<void> {
  const { now } = ctx;
  await inParts(ctx, isStopped, (tx, after) => deleteOldEvents(tx, before, after, now()));
  for (const table of ['webhook_backlog', 'webhook_new_events'] as const) {
    await inParts(ctx, isStopped, (tx, after) => deleteRowsWithoutEvents(tx, table, after, now()));
  }
  await unparkAll(ctx, isStopped);
}

/** `remove` gets the number after which it begins, and returns that of the next call; undefined: there is nothing more. */
async function inParts(
  { db }: Context,
  isStopped: () => boolean,
  remove: (tx: Transaction, after: number) => Promise<number | undefined>,
): Promise<void> {
  let after: number | undefined = 0;
  while (after !== undefined && !isStopped()) {
    const begin: number = after;
    after = await db.transaction((tx) => remove(tx, begin), 'none');
  }
}

/** Events can be deleted before their deliveries end. What was parked behind these is due. */
async function unparkAll({ db, now }: Context, isStopped: () => boolean): Promise<void> {
  for (const id of await listWithParked(db)) {
    let after: string | undefined = '';
    while (after !== undefined && !isStopped()) {
      const { seqs, last }: LeftParked = await listLeftParked(db, id, after);
      if (seqs.length > 0) {
        await db.transaction((tx) => unparkLeft(tx, id, seqs, now()), 'none');
      }
      after = last;
    }
  }
}
