import type { Database } from '../../storage/database.ts';
import { touchSession } from '../../storage/sessions.ts';
import { Uses } from '../../jobs/uses.ts';

const FLUSH_MS = 60_000;

/** When each session was last used, which moves its end. */
export function sessionUses(db: Database): Uses {
  return new Uses(db, touchSession, FLUSH_MS);
}
