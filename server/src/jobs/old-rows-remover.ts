import { removeOldChanges } from '../storage/changes.ts';
import type { Database } from '../storage/database.ts';
import { deletionTime } from '../storage/deletion-time.ts';
import { removeOldKeys } from '../storage/idempotency-keys.ts';
import { removeOldInvitations } from '../storage/invitations.ts';
import { DELETED_AT_ONCE } from '../storage/rows.ts';
import { removeOldSessions } from '../storage/sessions.ts';
import { SteppedJob } from './stepped-job.ts';

const CHECK_MS = 10 * 60_000;

/** Each deletes some rows that have no effect any more, and returns how many. */
const REMOVERS = [removeOldKeys, removeOldChanges, removeOldSessions, removeOldInvitations];

/**
 * Deletes rows that have no effect any more, in small transactions, so it does not matter which instance deletes them, and
 * when.
 */
export function oldRowsRemover(
  db: Database,
  now: () => number,
  onError: (error: unknown) => void,
): SteppedJob {
  const step = async (): Promise<boolean> => {
    let more = false;
    const time = await deletionTime(db, now());
    for (const remove of REMOVERS) {
      const removed = await db.transaction((tx) => remove(tx, time), 'none');
      if (removed === DELETED_AT_ONCE) more = true;
    }
    return more;
  };
  return new SteppedJob(step, CHECK_MS, onError);
}
