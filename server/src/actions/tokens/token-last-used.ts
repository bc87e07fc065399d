import type { Database } from '../../storage/database.ts';
import { touchToken } from '../../storage/tokens.ts';
import { LastUsedTracker } from '../../jobs/last-used-tracker.ts';

const FLUSH_MS = 30_000;

/** Records when each token was last used. */
export function tokenLastUsed(db: Database): LastUsedTracker {
  return new LastUsedTracker(db, touchToken, FLUSH_MS);
}
