import type { Transaction } from '../../storage/database.ts';
import type { StoredLink } from '../../storage/links.ts';
import { noteEndedLink } from '../../storage/webhooks/expired-links.ts';
import type { Context } from '../context.ts';
import { expiryMark } from '../../storage/webhooks/progress.ts';
import { wantsEventsInTransaction } from './events.ts';

/** Links that end until then may be reported, by an instance whose clock is ahead, before this transaction ends. */
const CLOCK_DIFFERENCE_MS = 60_000;

/**
 * Notes the end of an active link, in the transaction that writes it, if a webhook wants to know and the links that end at
 * this time have been reported or are about to be. Links that end later need no note.
 */
export async function noteIfEnded(
  ctx: Context,
  tx: Transaction,
  { appId, code, state, validUntil }: Pick<StoredLink, 'appId' | 'code' | 'state' | 'validUntil'>,
  now: number,
): Promise<void> {
  if (state !== 'active' || validUntil === null) return;
  if (!(await wantsEventsInTransaction(ctx, appId, 'link.expired'))) return;
  // The clock of an instance can have been wrong by more, so what was reported counts as well.
  if (validUntil > now + CLOCK_DIFFERENCE_MS && validUntil > (await expiryMark(tx)).at) return;
  await noteEndedLink(tx, code, now);
}
