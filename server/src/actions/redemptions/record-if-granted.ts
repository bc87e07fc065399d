import { setTimeout as sleep } from 'node:timers/promises';
import type { RedeemRow } from '../../storage/database.ts';
import { findRedeemState } from '../../storage/redemptions.ts';
import { recordEvent, type AppEvent } from '../clicks/record-event.ts';
import type { Context } from '../context.ts';

/**
 * How long to wait before each look at the ledger: a commit can take effect after its connection broke, and the database
 * can be unavailable for some time.
 */
const WAITS_MS = [1000, 5000, 30_000, 120_000];
/** The most redemptions of a process that wait; further ones are not counted. */
const MAX_WAITING = 5000;

/** What waits in this process. */
const waiting = new Set<string>();

/**
 * Counts a redemption of unknown outcome, if the ledger shows that it was granted. The client repeats it, but a repeated
 * request finds the grant and does not count. Does not wait for the ledger.
 */
export function recordIfGranted(ctx: Context, row: RedeemRow, event: Omit<AppEvent, 'at'>): void {
  if (!ctx.clicks) return;
  // Of requests that arrive together with the same id and at the same time, one is granted.
  const key = `${row.appId} ${row.id} ${row.createdAt}`;
  if (waiting.has(key) || waiting.size >= MAX_WAITING) return;
  waiting.add(key);
  void lookLater(ctx, row, event).finally(() => waiting.delete(key));
}

async function lookLater(ctx: Context, row: RedeemRow, event: Omit<AppEvent, 'at'>): Promise<void> {
  for (const wait of WAITS_MS) {
    await sleep(wait, undefined, { ref: false });
    // If the ledger cannot be read, the next look decides.
    const state = await findRedeemState(ctx.db, row.appId, row).catch(() => undefined);
    if (state?.grantedAt === undefined) continue;
    // Otherwise another request with this id was granted, and has counted.
    if (state.grantedAt === row.createdAt) recordEvent(ctx, { ...event, at: row.createdAt });
    return;
  }
}
