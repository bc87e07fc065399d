import type { Transaction } from '../../storage/database.ts';
import { recordAppChange } from '../apps/record-app-change.ts';
import type { Context } from '../context.ts';
import { directoryOf } from '../directory.ts';
import type { Author } from '../links/save-link.ts';

/** Records that a host is proven now, and makes every instance read the hosts again. */
export function recordProof(
  tx: Transaction,
  author: Author,
  host: string,
  now: number,
): Promise<void> {
  return recordAppChange(tx, author, now, { action: 'prove', after: { host } });
}

/** Applies a committed change of hosts in this process without waiting for the next poll. */
export async function announceHost(ctx: Context, appIds: readonly string[]): Promise<void> {
  for (const appId of appIds) ctx.cache.forget(`app:${appId}`);
  // Association files are served from the cache. If the database is unavailable, the next poll updates it.
  await directoryOf(ctx).catch(() => undefined);
}
