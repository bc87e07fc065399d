import { INVITATION_MS, secretDigest } from '../../domain/access/session.ts';
import type { Role } from '../../domain/access/role.ts';
import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  insertInvitation,
  withdrawInvitations,
  type JoinInvitation,
} from '../../storage/invitations.ts';
import { findMemberByEmail } from '../../storage/members.ts';
import { findAppMember } from '../../storage/memberships.ts';
import type { Context } from '../context.ts';
import type { Editor } from '../links/save-link.ts';
import { drawInvitation } from '../sessions/start-session.ts';
import { insistOnOwner } from './insist-on-owner.ts';

/** An invitation with its link, which is shown once. */
export interface Invited extends JoinInvitation {
  readonly address: string;
}

/** Where an invitation is used. Browsers send what stands behind `#` to nobody. */
export function invitationAddress(ctx: Context, secret: string): string {
  return `${ctx.own().baseUrl}/dashboard/invitation#${secret}`;
}

/**
 * Asks somebody to become a member of an app; an earlier invitation of theirs to it ends. Fails with
 * `already_member`, `role_too_low`.
 */
export function invite(ctx: Context, editor: Editor, email: string, role: Role): Promise<Invited> {
  return ctx.db.transaction(async (tx) => {
    await insistOnOwner(tx, editor);
    const member = await findMemberByEmail(tx, email);
    if (member && (await findAppMember(tx, editor.appId, member.id))) {
      fail('already_member', `${email} is a member of the app already.`);
    }
    await withdrawInvitations(tx, email, editor.appId, ctx.now());
    return addInvitation(ctx, tx, editor, email, role);
  });
}

/** Makes an invitation and writes down who did it, as part of a transaction. */
export async function addInvitation(
  ctx: Context,
  tx: Transaction,
  { appId, actor }: Editor,
  email: string | null,
  role: Role,
): Promise<Invited> {
  const now = ctx.now();
  const { id, secret } = drawInvitation();
  const invitation: JoinInvitation = {
    id,
    kind: 'join',
    email,
    appId,
    role,
    createdBy: actor,
    createdAt: now,
    expiresAt: now + INVITATION_MS,
  };
  await insertInvitation(tx, { ...invitation, digest: secretDigest(secret) });
  await appendAudit(tx, {
    appId,
    subject: `invitation:${id}`,
    action: 'invite',
    actor,
    before: null,
    after: JSON.stringify({ email, role }),
    createdAt: now,
  });
  return { ...invitation, address: invitationAddress(ctx, secret) };
}
