import type { Database } from '../../storage/database.ts';
import { touchMembership } from '../../storage/memberships.ts';
import { LastUsedTracker } from '../../jobs/last-used-tracker.ts';

const FLUSH_MS = 60_000;

/** Records when each member last used each app; keys are from `membershipKey`. */
export function membershipLastUsed(db: Database): LastUsedTracker {
  return new LastUsedTracker(
    db,
    (tx, key, usedAt) => {
      const [appId = '', memberId = ''] = key.split(' ');
      return touchMembership(tx, appId, memberId, usedAt);
    },
    FLUSH_MS,
  );
}

export function membershipKey(appId: string, memberId: string): string {
  return `${appId} ${memberId}`;
}
