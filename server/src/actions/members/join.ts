import type { Member } from '../../domain/access/member.ts';
import { higherRole } from '../../domain/access/role.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import { withdrawInvitations, type JoinInvitation } from '../../storage/invitations.ts';
import { findAppMember, saveMembership, touchMembership } from '../../storage/memberships.ts';
import type { Context } from '../context.ts';
import { claimUnownedApps } from './first-owners.ts';

/**
 * Makes a person a member of an app by an invitation that was used in the same transaction. An existing member
 * gets the higher of both roles.
 */
export async function join(
  ctx: Context,
  tx: Transaction,
  { id, appId, role: invited, email: invitedEmail }: JoinInvitation,
  { id: memberId, email }: Member,
): Promise<void> {
  const now = ctx.now();
  const before = await findAppMember(tx, appId, memberId);
  const role = before ? higherRole(before.role, invited) : invited;
  await withdrawInvitations(tx, email, appId, now);
  if (before?.role !== role) {
    await saveMembership(tx, appId, memberId, role, now);
    await touchMembership(tx, appId, memberId, now);
    await appendAudit(tx, { appId, actor: memberId }, now, {
      subject: `member:${memberId}`,
      action: 'join',
      before: before && { role: before.role },
      after: { email, role, invitation_id: id },
    });
  }
  // Only the link of the first start has no e-mail address, and only the operator has seen it.
  if (invitedEmail === null) await claimUnownedApps(tx, { id: memberId, email }, now);
}
