import { formatTime, formatTimeOrNull } from '../../domain/text/format-time.ts';
import type { LedgerEntry } from '../redemptions/list-redemptions.ts';

/** A redemption as the management API and the commands return it. */
export function ledgerDocument(entry: LedgerEntry) {
  return {
    redemption_id: entry.id,
    token_id: entry.tokenId,
    redeemed_at: formatTime(entry.createdAt),
    redemptions: entry.redemptions,
    redeem_limit: entry.redeemLimit,
    given_back_at: formatTimeOrNull(entry.givenBackAt),
    given_back_by: entry.givenBackBy,
  };
}
