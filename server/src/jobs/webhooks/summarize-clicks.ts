import { settledClicks } from '../../actions/clicks/clicks-of.ts';
import type { Context } from '../../actions/context.ts';
import { appendSummary } from '../../actions/webhooks/events.ts';
import { countedSince } from '../../domain/click/live.ts';
import { NO_COUNTS } from '../../domain/click/series.ts';
import { wantsType } from '../../domain/webhook/subscription.ts';
import { takeTurn } from '../../storage/webhooks/progress.ts';
import { findSummaryMark, saveSummaryMark } from '../../storage/webhooks/summaries.ts';
import { listSubscriptions } from '../../storage/webhooks/webhooks.ts';

const MINUTE_MS = 60_000;

/**
 * Adds an event with the clicks of the last minute for each app with a webhook that names this type, unless there were
 * none. The counts are differences of lifetime counts, so that all summaries together have every click once.
 */
export async function summarizeClicks(ctx: Context, isStopped: () => boolean): Promise<void> {
  if (!ctx.clicks) return;
  const webhooks = await listSubscriptions(ctx.db);
  const wanted = webhooks.filter((webhook) => wantsType(webhook, 'clicks.summary'));
  // The oldest webhook of each app comes first.
  const since = new Map(wanted.toReversed().map(({ appId, createdAt }) => [appId, createdAt]));
  for (const [appId, createdAt] of since) {
    if (isStopped()) return;
    await summarize(ctx, appId, createdAt);
  }
}

/** `since`: when the first webhook was created that gets the summaries, in milliseconds since 1970-01-01 UTC. */
async function summarize(ctx: Context, appId: string, since: number): Promise<void> {
  const at = ctx.now();
  const before = await findSummaryMark(ctx.db, appId);
  if (before && at - before.at < MINUTE_MS) return;
  const { reader } = await settledClicks(ctx);
  const now = (await reader.totals({ app: appId, codes: [''] })).get('') ?? NO_COUNTS;
  await ctx.db.transaction(async (tx) => {
    await takeTurn(tx);
    const last = await findSummaryMark(tx, appId);
    // Another process was faster.
    if (last?.at !== before?.at) return;
    await saveSummaryMark(tx, appId, { at, ...now });
    // The counts are lower in another click store, as after a restore: what it had before is in no minute.
    const isOther = last && (now.clicks < last.clicks || now.other < last.other);
    // Clicks from before are for webhooks that were deleted, perhaps months ago.
    if (!last || isOther || last.at < since) return;
    const counts = countedSince(last, now);
    if (counts.clicks > 0 || counts.other > 0) {
      await appendSummary(ctx, tx, appId, { from: last.at, to: at, counts, lifetime: now });
    }
  }, 'none');
}
