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
import type { Author, Context } from '../context.ts';
import { generateInvitation } from '../sessions/start-session.ts';
import { assertRole } from './assert-role.ts';

/** Limits the rows that an owner can add, and the length of the list of members. */
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
 * Invites a person to an app. Earlier invitations of the same person to it are withdrawn.
 * @throws `already_member`, `too_many_invitations`, `role_too_low`
 */
export function invite(ctx: Context, author: Author, email: string, role: Role): Promise<Invited> {
  return ctx.db.transaction(async (tx) => {
    await assertRole(tx, author, 'owner');
    const member = await findMemberByEmail(tx, email);
    if (member && (await findAppMember(tx, author.appId, member.id))) {
      fail('already_member', `${email} is already a member of the app.`);
    }
    const now = ctx.now();
    await withdrawInvitations(tx, email, author.appId, now);
    if ((await countOpenInvitations(tx, author.appId, now)) >= MAX_OPEN_INVITATIONS) {
      const detail = `The app has ${MAX_OPEN_INVITATIONS} open invitations, which is the limit; withdraw some first.`;
      fail('too_many_invitations', detail);
    }
    return addInvitation(ctx, tx, author, email, role);
  });
}

/** Adds an invitation and its audit entry within a transaction. */
export async function addInvitation(
  ctx: Context,
  tx: Transaction,
  { appId, actor }: Author,
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
