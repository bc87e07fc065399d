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

/** When this process last replaced a mark in the future, by app. */
const replaced = new WeakMap<Context, Map<string, number>>();

/**
 * Adds an event with the clicks of the last minute for each app with a webhook that names this type, unless there were
 * none. The counts are differences of lifetime counts, so that all summaries together have every click once.
 */
export async function summarizeClicks(ctx: Context, isStopped: () => boolean): Promise<void> {
  if (!ctx.clicks) return;
  const webhooks = await listSubscriptions(ctx.db);
  const wanted = webhooks.filter((webhook) => wantsType(webhook, 'clicks.summary'));
  for (const appId of new Set(wanted.map((webhook) => webhook.appId))) {
    if (isStopped()) return;
    await summarize(ctx, appId);
  }
}

async function summarize(ctx: Context, appId: string): Promise<void> {
  const at = ctx.now();
  const before = await findSummaryMark(ctx.db, appId);
  if (before && !isDue(ctx, appId, before.at, at)) return;
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
    if (!last || isOther) return;
    const counts = countedSince(last, now);
    if (counts.clicks > 0 || counts.other > 0) {
      const from = Math.min(last.at, at);
      await appendSummary(ctx, tx, appId, { from, to: at, counts, lifetime: now });
    }
  }, 'none');
}

/**
 * Whether a minute has passed since the last summary. One in the future is from a clock that is ahead, or was, and nothing
 * waits for its time. While two clocks differ, each instance does that once a minute, and not whenever the other one has
 * made a summary.
 */
function isDue(ctx: Context, appId: string, last: number, at: number): boolean {
  if (Math.abs(at - last) < MINUTE_MS) return false;
  if (last < at) return true;
  let times = replaced.get(ctx);
  if (!times) replaced.set(ctx, (times = new Map()));
  const earlier = times.get(appId);
  if (earlier !== undefined && Math.abs(at - earlier) < MINUTE_MS) return false;
  times.set(appId, at);
  return true;
}
