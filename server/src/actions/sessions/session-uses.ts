import type { Database } from '../../storage/database.ts';
import { touchSession } from '../../storage/sessions.ts';
import { Uses } from '../../jobs/uses.ts';

const FLUSH_MS = 60_000;

/** Records when each session was last used, which extends it. */
export function sessionUses(db: Database): Uses {
  return new Uses(db, touchSession, FLUSH_MS);
}
