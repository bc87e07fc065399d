import type { Transaction } from '../../storage/database.ts';
import type { StoredLink } from '../../storage/links.ts';
import { noteEndedLink } from '../../storage/webhooks/expired-links.ts';
import type { Context } from '../context.ts';
import { wantsEventsInTransaction } from './events.ts';

/** Another instance, whose clock can be ahead by this much, may have reported the links that end until then. */
const CLOCK_DIFFERENCE_MS = 60_000;

/**
 * Notes, in the transaction that writes it, that an active link has already ended or is about to, if a webhook wants to
 * know. Links that end later need no note.
 */
export async function noteIfEnded(
  ctx: Context,
  tx: Transaction,
  { appId, code, state, validUntil }: Pick<StoredLink, 'appId' | 'code' | 'state' | 'validUntil'>,
  now: number,
): Promise<void> {
  if (state !== 'active' || validUntil === null || validUntil > now + CLOCK_DIFFERENCE_MS) return;
  if (!(await wantsEventsInTransaction(ctx, appId, 'link.expired'))) return;
  await noteEndedLink(tx, code, now);
}
