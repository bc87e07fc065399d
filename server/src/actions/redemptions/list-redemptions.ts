import { listLedger, type LedgerEntry } from '../../storage/redemptions.ts';
import type { Context } from '../context.ts';
import { getLink } from '../links/managed-link.ts';
import { pageOf, type Page, type PageRequest } from '../page.ts';

export type { LedgerEntry };

/**
 * Returns a page of the ledger of a link, including undone grants, newest first.
 * @throws `not_found`
 */
export async function listRedemptions(
  ctx: Context,
  appId: string,
  code: string,
  request: PageRequest,
): Promise<Page<LedgerEntry>> {
  await getLink(ctx, appId, code);
  return pageOf(request, (before, limit) => listLedger(ctx.db, code, before, limit));
}
