import type { Context } from '../../actions/context.ts';
import { directoryOf } from '../../actions/directory.ts';
import { appendExpiry } from '../../actions/webhooks/events.ts';
import { wantsType } from '../../domain/webhook/subscription.ts';
import type { Reader } from '../../storage/database.ts';
import {
  expiryMark,
  listExpired,
  saveExpiryMark,
  takeTurn,
  type ExpiryMark,
} from '../../storage/webhooks/progress.ts';
import { listSubscriptions } from '../../storage/webhooks/webhooks.ts';

/** Links of one transaction. */
const LINKS_AT_ONCE = 200;

/** Adds an event for each link that has expired since the last call of any process. */
export async function reportExpired(ctx: Context): Promise<void> {
  if (!(await directoryOf(ctx)).hasWebhooks) return;
  const wanted = await wantedSince(ctx.db);
  if (wanted.size === 0) return;
  for (;;) {
    const to = ctx.now();
    const start = await startOf(ctx.db, wanted);
    // Without a lock: there is nothing new most of the time.
    if ((await listExpired(ctx.db, start, to, 1)).length === 0) return;
    const links = await ctx.db.transaction(async (tx) => {
      await takeTurn(tx);
      const expired = await listExpired(tx, await startOf(tx, wanted), to, LINKS_AT_ONCE);
      for (const link of expired) {
        const since = wanted.get(link.appId);
        if (since !== undefined && since <= link.validUntil) await appendExpiry(ctx, tx, link);
      }
      const last = expired.at(-1);
      if (last) await saveExpiryMark(tx, { at: last.validUntil, link: last.id });
      return expired.length;
    }, 'none');
    if (links < LINKS_AT_ONCE) return;
  }
}

/** For each app: since when a webhook wants to know which links expire. */
async function wantedSince(db: Reader): Promise<Map<string, number>> {
  const since = new Map<string, number>();
  for (const webhook of await listSubscriptions(db)) {
    const { appId, createdAt } = webhook;
    if (!wantsType(webhook, 'link.expired')) continue;
    since.set(appId, Math.min(createdAt, since.get(appId) ?? createdAt));
  }
  return since;
}

/** Links that expired before the first webhook was created are not looked at. */
async function startOf(db: Reader, wanted: ReadonlyMap<string, number>): Promise<ExpiryMark> {
  const mark = await expiryMark(db);
  const first = Math.min(...wanted.values());
  return mark.at >= first ? mark : { at: first, link: 0 };
}
