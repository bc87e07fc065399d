import type { Context } from '../../actions/context.ts';
import { directoryOf } from '../../actions/directory.ts';
import { appendExpiry } from '../../actions/webhooks/events.ts';
import { wantsType } from '../../domain/webhook/subscription.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import {
  deleteEnded,
  deleteNotesOf,
  listEnded,
  listExpired,
  lockExpired,
  type ExpiredLink,
} from '../../storage/webhooks/expired-links.ts';
import {
  expiryMark,
  saveExpiryMark,
  takeTurn,
  type ExpiryMark,
} from '../../storage/webhooks/progress.ts';
import { listSubscriptions } from '../../storage/webhooks/webhooks.ts';

/** Links of one transaction. */
const LINKS_AT_ONCE = 200;

/** How long a call may take, except for its last transaction: events that are due wait for it. */
const MOST_MS = 200;

/**
 * Adds an event for each link that has expired since the last call of any process. Returns false if there can be more of
 * them: many links can expire at the same time.
 */
export async function reportExpired(ctx: Context, isStopped: () => boolean): Promise<boolean> {
  if (!(await directoryOf(ctx)).hasWebhooks) return true;
  const { db } = ctx;
  const wanted = await wantedSince(db);
  if (wanted.size === 0) return true;
  const end = performance.now() + MOST_MS;
  do {
    const to = ctx.now();
    // Without a lock: there is nothing new most of the time.
    const expired = await listExpired(db, await startOf(db, wanted), to, 1);
    if (expired.length === 0 && (await listEnded(db, to, 1)).length === 0) return true;
    const most = await db.transaction((tx) => reportSome(ctx, tx, wanted, to), 'none');
    if (most < LINKS_AT_ONCE) return true;
  } while (performance.now() < end && !isStopped());
  return false;
}

/** Returns how many links there were, of the kind that had more of them. */
async function reportSome(
  ctx: Context,
  tx: Transaction,
  wanted: ReadonlyMap<string, number>,
  to: number,
): Promise<number> {
  await takeTurn(tx);
  const start = await startOf(tx, wanted);
  const ended = await listEnded(tx, to, LINKS_AT_ONCE);
  const expired = await listExpired(tx, start, to, LINKS_AT_ONCE);
  const isWanted = (appId: string, at: number): boolean => (wanted.get(appId) ?? Infinity) <= at;
  const isReportedLater = (link: ExpiredLink): boolean =>
    isAfter(start, link) && isWanted(link.appId, link.validUntil);
  const some = [
    ...ended.filter((link) => isWanted(link.appId, link.endedAt) && !isReportedLater(link)),
    ...expired.filter((link) => isWanted(link.appId, link.validUntil)),
  ];
  // A change that is undone and repeated leaves two notes.
  const links = [...new Map(some.map((link) => [link.id, link])).values()];
  const reported = await lockExpired(tx, links);
  for (const link of reported) await appendExpiry(ctx, tx, link);
  await deleteEnded(tx, ended);
  // Others of the same links would report them again.
  if (reported.length > 0) await deleteNotesOf(tx, reported);
  const last = expired.at(-1);
  if (last) await saveExpiryMark(tx, { at: last.validUntil, link: last.id });
  return Math.max(ended.length, expired.length);
}

/** Whether a link expires after the mark, so that it is in the list of these. */
function isAfter({ at, link }: ExpiryMark, { id, validUntil }: ExpiredLink): boolean {
  return validUntil > at || (validUntil === at && id > link);
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
