import type { Transaction } from '../../storage/database.ts';
import { recordAppChange } from '../apps/record-app-change.ts';
import type { Author, Context } from '../context.ts';
import { directoryOf } from '../directory.ts';
import { appendAppEvent } from '../webhooks/events.ts';

/** Records that a host is proven now, with an event, and makes every instance read the hosts again. */
export async function recordProof(
  ctx: Context,
  tx: Transaction,
  author: Author,
  host: string,
): Promise<void> {
  await recordAppChange(tx, author, ctx.now(), { action: 'prove', after: { host } });
  await appendHostsEvent(ctx, tx, author);
}

/** Adds the event of an app whose hosts have changed in another way than by its settings. */
export function appendHostsEvent(ctx: Context, tx: Transaction, author: Author): Promise<void> {
  return appendAppEvent(ctx, tx, author, 'app.changed', { changed: ['hosts'] });
}

/** Applies a committed change of hosts in this process without waiting for the next poll. */
export async function announceHost(ctx: Context, appIds: readonly string[]): Promise<void> {
  for (const appId of appIds) ctx.cache.forget(`app:${appId}`);
  // Association files are served from the cache. If the database is unavailable, the next poll updates it.
  await directoryOf(ctx).catch(() => undefined);
}
