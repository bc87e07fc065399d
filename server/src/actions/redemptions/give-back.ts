import { isUuid } from '../../domain/text/shapes.ts';
import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import { findLedgerEntry, giveBackGrant, type LedgerEntry } from '../../storage/redemptions.ts';
import type { Author, Context } from '../context.ts';
import { getLink } from '../links/managed-link.ts';
import { assertRole } from '../members/assert-role.ts';
import { appendReversal } from '../webhooks/events.ts';

/**
 * Undoes a redemption: it is no longer counted, so another one can be granted. The ledger entry stays,
 * with actor and time, and its id keeps its response. Undoing twice changes nothing.
 * @throws `not_found`, `role_too_low`
 */
export async function giveBack(
  ctx: Context,
  author: Author,
  code: string,
  id: string,
): Promise<LedgerEntry> {
  const { appId, actor } = author;
  return ctx.db.appTransaction(appId, async (tx) => {
    await assertRole(tx, author, 'editor');
    await getLink({ db: tx }, appId, code);
    const entry = isUuid(id) ? await findLedgerEntry(tx, appId, code, id.toLowerCase()) : undefined;
    if (!entry) fail('not_found', 'The smart link has no redemption with this id.');
    const now = ctx.now();
    if (!(await giveBackGrant(tx, entry, actor, now))) return entry;
    await appendAudit(tx, author, now, {
      subject: `smartlink:${code}`,
      action: 'give-back',
      before: { redemption_id: entry.id, given_back: false },
      after: { redemption_id: entry.id, given_back: true },
    });
    await appendReversal(ctx, tx, author, { code, redemptionId: entry.id });
    return { ...entry, givenBackAt: now, givenBackBy: actor };
  });
}
