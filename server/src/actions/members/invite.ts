import { INVITATION_MS, secretDigest } from '../../domain/access/session.ts';
import type { Role } from '../../domain/access/role.ts';
import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  countOpenInvitations,
  insertInvitation,
  withdrawInvitations,
  type JoinInvitation,
} from '../../storage/invitations.ts';
import { findMemberByEmail } from '../../storage/members.ts';
import { findAppMember } from '../../storage/memberships.ts';
import type { Context } from '../context.ts';
import type { Editor } from '../links/save-link.ts';
import { generateInvitation } from '../sessions/start-session.ts';
import { insistOnRole } from './insist-on-role.ts';

/** Bounds what an owner can make the store keep and the list of members show. */
const MAX_OPEN_INVITATIONS = 100;

/** An invitation with its link, which is shown once. */
export interface Invited extends JoinInvitation {
  readonly address: string;
}

/** The link of an invitation. Browsers do not send the part after `#`. */
export function invitationAddress(ctx: Context, secret: string): string {
  return `${ctx.own().baseUrl}/dashboard/invitation#${secret}`;
}

/**
 * Invites a person to an app; an earlier invitation of the same person to it ends. Fails with
 * `already_member`, `too_many_invitations`, `role_too_low`.
 */
export function invite(ctx: Context, editor: Editor, email: string, role: Role): Promise<Invited> {
  return ctx.db.transaction(async (tx) => {
    await insistOnRole(tx, editor, 'owner');
    const member = await findMemberByEmail(tx, email);
    if (member && (await findAppMember(tx, editor.appId, member.id))) {
      fail('already_member', `${email} is already a member of the app.`);
    }
    const now = ctx.now();
    await withdrawInvitations(tx, email, editor.appId, now);
    if ((await countOpenInvitations(tx, editor.appId, now)) >= MAX_OPEN_INVITATIONS) {
      const detail = `The app has ${MAX_OPEN_INVITATIONS} open invitations, which is the limit; withdraw some first.`;
      fail('too_many_invitations', detail);
    }
    return addInvitation(ctx, tx, editor, email, role);
  });
}

/** Adds an invitation and its entry in the audit log, as part of a transaction. */
export async function addInvitation(
  ctx: Context,
  tx: Transaction,
  { appId, actor }: Editor,
  email: string | null,
  role: Role,
): Promise<Invited> {
  const now = ctx.now();
  const { id, secret } = generateInvitation();
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
  const subject = `invitation:${id}` as const;
  await appendAudit(tx, { appId, actor }, now, {
    subject,
    action: 'invite',
    after: { email, role },
  });
  return { ...invitation, address: invitationAddress(ctx, secret) };
}
