import type { Role } from '../../domain/role.ts';
import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import { withdrawInvitations } from '../../storage/invitations.ts';
import {
  countOwners,
  deleteMembership,
  saveMembership,
  type AppMember,
} from '../../storage/memberships.ts';
import type { Context } from '../context.ts';
import type { Versions } from '../links/managed-link.ts';
import type { Editor } from '../links/save-link.ts';
import { insistOnOwner } from './insist-on-owner.ts';
import { memberOf } from './list-members.ts';

/**
 * Gives a member another role, in effect for their next request. `versions`: only while the member has
 * one of these. Fails with `not_found`, `precondition_failed`, `last_owner`, `role_too_low`.
 */
export function changeRole(
  ctx: Context,
  editor: Editor,
  memberId: string,
  role: Role,
  versions?: Versions,
): Promise<AppMember> {
  return ctx.db.transaction(async (tx) => {
    const member = await memberToChange(tx, editor, memberId, versions);
    if (member.role === role) return member;
    if (member.role === 'owner') await insistOnAnother(tx, editor.appId);
    const now = ctx.now();
    await saveMembership(tx, editor.appId, memberId, role, now);
    // An old link must not give back what was taken.
    await withdrawInvitations(tx, member.email, editor.appId, now);
    await appendAudit(tx, {
      appId: editor.appId,
      subject: `member:${memberId}`,
      action: 'change',
      actor: editor.actor,
      before: JSON.stringify({ role: member.role }),
      after: JSON.stringify({ role }),
      createdAt: now,
    });
    return memberOf(tx, editor.appId, memberId);
  });
}

/**
 * Ends a membership, in effect for the next request of who it was; their account and their other apps
 * stay. Returns the member as it was. Fails as `changeRole` does.
 */
export function removeMember(
  ctx: Context,
  editor: Editor,
  memberId: string,
  versions?: Versions,
): Promise<AppMember> {
  return ctx.db.transaction(async (tx) => {
    const member = await memberToChange(tx, editor, memberId, versions);
    if (member.role === 'owner') await insistOnAnother(tx, editor.appId);
    const now = ctx.now();
    await deleteMembership(tx, editor.appId, memberId);
    await withdrawInvitations(tx, member.email, editor.appId, now);
    await appendAudit(tx, {
      appId: editor.appId,
      subject: `member:${memberId}`,
      action: 'remove',
      actor: editor.actor,
      before: JSON.stringify({ email: member.email, role: member.role }),
      after: null,
      createdAt: now,
    });
    return member;
  });
}

async function memberToChange(
  tx: Transaction,
  editor: Editor,
  memberId: string,
  versions: Versions,
): Promise<AppMember> {
  await insistOnOwner(tx, editor);
  const member = await memberOf(tx, editor.appId, memberId);
  if (versions !== undefined && !versions.includes(member.version)) {
    fail('precondition_failed', 'The member was changed since it was read.');
  }
  return member;
}

/** An app without an owner could only be helped by its operator. */
async function insistOnAnother(tx: Transaction, appId: string): Promise<void> {
  if ((await countOwners(tx, appId)) > 1) return;
  fail('last_owner', 'This is the last owner of the app; make somebody else an owner first.');
}
