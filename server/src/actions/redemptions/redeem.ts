import type { Actor } from '../../domain/access/token.ts';
import { redemptionAnswer, type Grant, type RedeemRequest } from '../../domain/link/redemption.ts';
import { fail } from '../../problem.ts';
import { StoreUnavailable } from '../../storage/database.ts';
import { findRedeemState, type LinkStatus } from '../../storage/redemptions.ts';
import { assertUsable } from '../links/assert-usable.ts';
import { unknownToToken } from '../links/unknown-to-token.ts';
import { recordEvent } from '../clicks/record-event.ts';
import type { Context } from '../context.ts';
import { newGrantEvents } from '../webhooks/events.ts';
import { reportRefusal } from '../webhooks/report-refusal.ts';
import { recordIfGranted } from './record-if-granted.ts';

/** Runs a lookup of a code. Throws `too_many_misses` if the caller has requested too many unknown codes. */
export type Guard = <T>(lookUp: () => Promise<T>) => Promise<T>;

/**
 * Redeems a link, at most as often as its limit allows. Resolves to the JSON text of the response when the
 * grant is durable, or at once if the id already has a grant.
 * @throws `not_found`, `gone`, `expired`, `too_early`, `redeem_limit_reached`, `redemption_id_reused`, `store_unavailable`
 */
export async function redeem(
  ctx: Context,
  redeemer: Actor,
  request: RedeemRequest,
  guard: Guard,
): Promise<string> {
  const { appId, id: tokenId, platform } = redeemer;
  const { code, id, campaign } = request;
  // A grant never changes, so finding one needs no transaction; only a transaction can prove that there is
  // none. Both are read at one moment: a link whose last redemption is the grant of this id is not refused.
  for (;;) {
    const { link, grant } = await findRedeemState(ctx.db, appId, request);
    try {
      if (grant) return answer(grant, code);
      await guard(async () => assertRedeemable(link, appId));
    } catch (error) {
      if (link?.appId === appId) await reportRefusal(ctx, { appId, code, id, tokenId }, error);
      throw error;
    }
    const row = { appId, id, code, tokenId, createdAt: ctx.now() };
    const events = await newGrantEvents(ctx, row);
    const event = { kind: 'redeem', appId, code, platform, campaign } as const;
    try {
      const redeemed = await ctx.db.redeem(events ? { ...row, events } : row);
      if (redeemed.outcome !== 'granted') continue;
      recordEvent(ctx, { ...event, at: ctx.now() });
      return redemptionAnswer(redeemed.grant);
    } catch (error) {
      if (error instanceof StoreUnavailable && error.unknown) recordIfGranted(ctx, row, event);
      throw error;
    }
  }
}

function answer(grant: Grant, code: string): string {
  if (grant.code === code) return redemptionAnswer(grant);
  fail('redemption_id_reused', `This redemption_id was used to redeem "${grant.code}".`);
}

/** Checks the link as it was read, so that a refusal needs no transaction. */
function assertRedeemable(link: LinkStatus | undefined, appId: string): void {
  if (link?.appId !== appId) unknownToToken();
  assertUsable(link, link.now);
  const { redemptions, redeemLimit } = link;
  if (redeemLimit === null || redemptions < redeemLimit) return;
  fail('redeem_limit_reached', `The redemption limit (${redeemLimit}) has been reached.`, {
    members: { redemptions, redeem_limit: redeemLimit },
  });
}
