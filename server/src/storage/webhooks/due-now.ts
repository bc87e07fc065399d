import type { Reader } from '../database.ts';
import { NOW } from '../valid-now.ts';

/**
 * SQL for when something is due that is to be sent at once: the time of this instance, which is the parameter, or that of the
 * database if it is earlier. If the clock of this instance is ahead, others do not wait for its time.
 */
export const DUE_NOW = {
  sqlite: `min(?, ${NOW.sqlite})`,
  postgres: `least(?, ${NOW.postgres})`,
} as const;

/** The same time, for `now`. */
export async function dueNow(db: Reader, now: number): Promise<number> {
  const [row] = await db.all<{ at: number }>(`select ${DUE_NOW[db.engine]} as at`, [now]);
  return row?.at ?? now;
}
