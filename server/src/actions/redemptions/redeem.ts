import { isCode } from '../../domain/link/code.ts';
import { redemptionAnswer, type Grant, type RedeemRequest } from '../../domain/link/redemption.ts';
import { fail } from '../../problem.ts';
import { findLinkStatus, type LinkStatus } from '../../storage/links.ts';
import { findGrant } from '../../storage/redemptions.ts';
import type { Context } from '../context.ts';

/** The app whose link is redeemed, and the token that asks for it. */
export interface Redeemer {
  readonly appId: string;
  /** Of the token. */
  readonly id: string;
}

/** Runs a look for a code, or ends it where somebody seems to guess. */
export type Guard = <T>(look: () => Promise<T>) => Promise<T>;

/**
 * Hands out a link's metadata, at most as often as its limit says: returns the JSON text of the
 * answer once the grant is durable, or at once where the id has a grant already. Fails with
 * `not_found`, `gone`, `redeem_limit_reached`, `redemption_id_reused`, `store_unavailable`.
 */
export async function redeem(
  ctx: Context,
  redeemer: Redeemer,
  { code, id }: RedeemRequest,
  guard: Guard,
): Promise<string> {
  const { appId, id: tokenId } = redeemer;
  // A grant stays what it was, so one that is found needs no transaction, and only a transaction can
  // say that there is none. The link is read first: if this very id uses it up meanwhile, in another
  // process, the look for the grant comes after that and finds it.
  for (;;) {
    const link = isCode(code) ? await findLinkStatus(ctx.db, code) : undefined;
    const grant = await findGrant(ctx.db, appId, id);
    if (grant) return answer(grant, code);
    await guard(async () => insistOnRedeemable(link, appId));
    const redeemed = await ctx.db.redeem({ appId, id, code, tokenId, createdAt: ctx.now() });
    if (redeemed.outcome === 'granted') return redemptionAnswer(redeemed.grant);
  }
}

function answer(grant: Grant, code: string): string {
  if (grant.code === code) return redemptionAnswer(grant);
  fail('redemption_id_reused', `This redemption_id was used to redeem "${grant.code}".`);
}

/** Says why a link cannot be redeemed, as it stood when it was read: a refusal costs no write. */
function insistOnRedeemable(link: LinkStatus | undefined, appId: string): void {
  if (link?.appId !== appId) {
    fail('not_found', 'The app of this token has no smart link with this code.');
  }
  if (link.state !== 'active') fail('gone', `The smart link is ${link.state}.`);
  const { redemptions, redeemLimit } = link;
  if (redeemLimit === null || redemptions < redeemLimit) return;
  fail('redeem_limit_reached', `The redemption limit (${redeemLimit}) has been reached.`, {
    members: { redemptions, redeem_limit: redeemLimit },
  });
}
