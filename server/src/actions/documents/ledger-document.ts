import { shownTime, shownTimeOrNull } from '../../domain/text/shown-time.ts';
import type { LedgerEntry } from '../redemptions/list-redemptions.ts';

/** A redemption as the management API and the commands return it. */
export function ledgerDocument(entry: LedgerEntry) {
  return {
    redemption_id: entry.id,
    token_id: entry.tokenId,
    redeemed_at: shownTime(entry.createdAt),
    redemptions: entry.redemptions,
    redeem_limit: entry.redeemLimit,
    given_back_at: shownTimeOrNull(entry.givenBackAt),
    given_back_by: entry.givenBackBy,
  };
}
