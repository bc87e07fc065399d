import { listLedger, type LedgerEntry } from '../../storage/redemptions.ts';
import type { Context } from '../context.ts';
import { getLink } from '../links/managed-link.ts';
import { pageOf, type Page, type PageRequest } from '../page.ts';

export type { LedgerEntry };

/** The ledger of a link: every grant, given back or not, the youngest first. `not_found` else. */
export async function listRedemptions(
  ctx: Context,
  appId: string,
  code: string,
  request: PageRequest,
): Promise<Page<LedgerEntry>> {
  await getLink(ctx, appId, code);
  return pageOf(request, (before, limit) => listLedger(ctx.db, code, before, limit));
}
