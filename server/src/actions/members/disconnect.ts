import { OPERATOR } from '../../domain/link/link-creator.ts';
import { withdrawInvitations } from '../../storage/invitations.ts';
import { connectMember } from '../../storage/members.ts';
import { deleteSessions } from '../../storage/sessions.ts';
import type { Context } from '../context.ts';
import { auditAccount, getAccount } from './account.ts';

/**
 * Removes the identity of a member at the OpenID Connect provider: the next person who signs in there with the
 * verified e-mail address becomes that member. Ends all sessions and withdraws links to choose a password. Each
 * of their apps gets an audit entry.
 * @throws `not_found`
 */
export function disconnectMember(ctx: Context, email: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const member = await getAccount(tx, email);
    if (member.oidcIssuer === null) return;
    const now = ctx.now();
    await connectMember(tx, member.id, undefined);
    await deleteSessions(tx, member.id);
    await withdrawInvitations(tx, email, null, now);
    const before = { issuer: member.oidcIssuer };
    await auditAccount(tx, member.id, OPERATOR, now, { action: 'disconnect', before });
  });
}
