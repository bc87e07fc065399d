import { INVITATION_MS, secretDigest } from '../../domain/access/session.ts';
import { OPERATOR } from '../../domain/link/link-creator.ts';
import {
  insertInvitation,
  withdrawInvitations,
  type PasswordInvitation,
} from '../../storage/invitations.ts';
import type { Context } from '../context.ts';
import { generateInvitation } from '../sessions/start-session.ts';
import { auditAccount, getAccount } from './account.ts';
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
    const member = await getAccount(tx, email);
    const now = ctx.now();
    await withdrawInvitations(tx, email, null, now);
    const { id, secret } = generateInvitation();
    const invitation: PasswordInvitation = {
      id,
      kind: 'password',
      email,
      appId: null,
      role: null,
      createdBy: OPERATOR,
      createdAt: now,
      expiresAt: now + INVITATION_MS,
    };
    await insertInvitation(tx, { ...invitation, digest: secretDigest(secret) });
    const after = { invitation_id: id };
    await auditAccount(tx, member.id, OPERATOR, now, { action: 'reset', after });
    return { ...invitation, address: invitationAddress(ctx, secret) };
  });
}
