import type { ExpiryPeriod } from '../domain/link/validity.ts';
import type { Reader } from './database.ts';

/** Counts the active links of an app that end in a period, `most` at most. */
export async function countExpiringLinks(
  db: Reader,
  appId: string,
  { after, until }: ExpiryPeriod,
  most: number,
): Promise<number> {
  const [row] = await db.all<{ count: number }>(
    `select count(*) as count from (
       select 1 from links
       where app_id = ? and valid_until is not null and state = 'active'
         and valid_until > ? and valid_until <= ?
       limit ?
     ) as expiring`,
    [appId, after, until, most],
  );
  return row?.count ?? 0;
}
