import type { Reader } from './database.ts';

/**
 * The time by which rows are deleted for ever, in milliseconds since 1970-01-01 UTC: `now`, less what the clock of this
 * machine is ahead of that of the database. One of several instances with a wrong clock must not delete what is still needed.
 */
export async function deletionTime(
  db: Pick<Reader, 'engine' | 'all'>,
  now: number,
): Promise<number> {
  return now - Math.max(0, await clockLead(db));
}

/**
 * How far the clock of this machine is ahead of that of the database, in milliseconds; negative if it is behind, and 0 if
 * the difference can be the time of the query.
 */
export async function clockLead(db: Pick<Reader, 'engine' | 'all'>): Promise<number> {
  // On the same machine.
  if (db.engine === 'sqlite') return 0;
  const sql = 'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at';
  return leadOver(() => db.all<{ at: number }>(sql));
}

/** The same for a clock that `read` reads, in milliseconds since 1970-01-01 UTC. */
export async function leadOver(
  read: () => Promise<readonly { readonly at: number }[]>,
): Promise<number> {
  const before = Date.now();
  const [clock] = await read();
  const after = Date.now();
  const at = clock?.at ?? before;
  return Math.max(0, before - at) + Math.min(0, after - at);
}
