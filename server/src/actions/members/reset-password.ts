import { INVITATION_MS, secretDigest } from '../../domain/access/session.ts';
import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import {
  insertInvitation,
  withdrawInvitations,
  type PasswordInvitation,
} from '../../storage/invitations.ts';
import { findMemberByEmail } from '../../storage/members.ts';
import { listMemberApps } from '../../storage/memberships.ts';
import type { Context } from '../context.ts';
import { generateInvitation } from '../sessions/start-session.ts';
import { invitationAddress } from './invite.ts';

export interface PasswordLink extends PasswordInvitation {
  /** Shown once. */
  readonly address: string;
}

/**
 * Creates a link to choose a new password; the old one stays valid until then. Each app of the person
 * gets an audit entry.
 * @throws `not_found`
 */
export function resetPassword(ctx: Context, email: string): Promise<PasswordLink> {
  return ctx.db.transaction(async (tx) => {
    const member = await findMemberByEmail(tx, email);
    if (!member) fail('not_found', `no account has the e-mail address "${email}"`);
    const now = ctx.now();
    await withdrawInvitations(tx, email, null, now);
    const { id, secret } = generateInvitation();
    const invitation: PasswordInvitation = {
      id,
      kind: 'password',
      email,
      appId: null,
      role: null,
      createdBy: 'operator',
      createdAt: now,
      expiresAt: now + INVITATION_MS,
    };
    await insertInvitation(tx, { ...invitation, digest: secretDigest(secret) });
    for (const { id: appId } of await listMemberApps(tx, member.id)) {
      await appendAudit(tx, {
        appId,
        subject: `member:${member.id}`,
        action: 'reset',
        actor: 'operator',
        before: null,
        after: JSON.stringify({ invitation_id: id }),
        createdAt: now,
      });
    }
    return { ...invitation, address: invitationAddress(ctx, secret) };
  });
}
