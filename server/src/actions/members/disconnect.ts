import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import { withdrawInvitations } from '../../storage/invitations.ts';
import { connectMember, findMemberByEmail } from '../../storage/members.ts';
import { listMemberApps } from '../../storage/memberships.ts';
import { deleteSessions } from '../../storage/sessions.ts';
import type { Context } from '../context.ts';

/**
 * Forgets who a member is to the OpenID Connect provider: whoever signs in there next with their verified
 * e-mail address is that member. What the former identity opened is closed: all sessions, and links to
 * choose a password. Each of their apps has it in its audit log. Fails with `not_found`.
 */
export function disconnectMember(ctx: Context, email: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const member = await findMemberByEmail(tx, email);
    if (!member) fail('not_found', `nobody has an account with the e-mail address "${email}"`);
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
