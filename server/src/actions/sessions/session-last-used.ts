import type { Database } from '../../storage/database.ts';
import { touchSession } from '../../storage/sessions.ts';
import { LastUsedTracker } from '../../jobs/last-used-tracker.ts';

const FLUSH_MS = 60_000;

/** Records when each session was last used, which extends it. */
export function sessionLastUsed(db: Database): LastUsedTracker {
  return new LastUsedTracker(db, touchSession, FLUSH_MS);
}
