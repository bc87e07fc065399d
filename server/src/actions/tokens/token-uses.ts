import type { Database } from '../../storage/database.ts';
import { touchToken } from '../../storage/tokens.ts';
import { Uses } from '../../jobs/uses.ts';

const FLUSH_MS = 30_000;

/** Records when each token was last used. */
export function tokenUses(db: Database): Uses {
  return new Uses(db, touchToken, FLUSH_MS);
}
