import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import { withdrawInvitations } from '../../storage/invitations.ts';
import { connectMember, findMemberByEmail } from '../../storage/members.ts';
import { listMemberApps } from '../../storage/memberships.ts';
import { deleteSessions } from '../../storage/sessions.ts';
import type { Context } from '../context.ts';

/**
 * Removes the identity of a member at the OpenID Connect provider: the next person who signs in there with the
 * verified e-mail address becomes that member. Ends all sessions and withdraws links to choose a password. Each
 * of their apps has an entry in its audit log. Fails with `not_found`.
 */
export function disconnectMember(ctx: Context, email: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const member = await findMemberByEmail(tx, email);
    if (!member) fail('not_found', `no account has the e-mail address "${email}"`);
    if (member.oidcIssuer === null) return;
    const now = ctx.now();
    await connectMember(tx, member.id, undefined);
    await deleteSessions(tx, member.id);
    await withdrawInvitations(tx, email, null, now);
    for (const { id: appId } of await listMemberApps(tx, member.id)) {
      await appendAudit(tx, {
        appId,
        subject: `member:${member.id}`,
        action: 'disconnect',
        actor: 'operator',
        before: JSON.stringify({ issuer: member.oidcIssuer }),
        after: null,
        createdAt: now,
      });
    }
  });
}
