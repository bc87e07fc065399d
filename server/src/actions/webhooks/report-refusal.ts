import { Problem } from '../../problem.ts';
import { StoreUnavailable } from '../../storage/database.ts';
import { appendEvent } from '../../storage/webhooks/events.ts';
import type { Context } from '../context.ts';
import { codeEvent, wantsEvents } from './events.ts';

/** Refusals of one app that a process reports in a minute: platform tokens are public, so anyone can cause them. */
const MAX_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

const reported = new WeakMap<Context, Map<string, { minute: number; count: number }>>();

/** Adds an event about a refused redemption, if a webhook names this type. More in a minute are not reported. */
export async function reportRefusal(
  ctx: Context,
  redemption: {
    readonly appId: string;
    readonly code: string;
    readonly id: string;
    readonly tokenId: string;
  },
  refused: unknown,
): Promise<void> {
  const { appId, code, id, tokenId } = redemption;
  if (!(refused instanceof Problem) || refused.code === 'too_many_misses') return;
  if (!(await wantsEvents(ctx, appId, 'redemption.refused')) || !isWithinLimit(ctx, appId)) return;
  const data = { actor: tokenId, redemption_id: id, reason: refused.code };
  const event = codeEvent(ctx, appId, 'redemption.refused', code, data);
  try {
    // A refusal changes nothing, so its order among other events has no meaning, and it must not delay them.
    const apart = { ...event, subject: `refused:${code}` };
    await ctx.db.transaction((tx) => appendEvent(tx, apart), 'none');
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

function isWithinLimit(ctx: Context, appId: string): boolean {
  const minute = Math.floor(ctx.now() / MINUTE_MS);
  let counts = reported.get(ctx);
  if (!counts) reported.set(ctx, (counts = new Map()));
  const known = counts.get(appId);
  const entry = known?.minute === minute ? known : { minute, count: 0 };
  entry.count++;
  counts.set(appId, entry);
  return entry.count <= MAX_PER_MINUTE;
}
