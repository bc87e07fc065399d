import type { Role } from '../../domain/access/role.ts';
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
import { listTokensFrom, type ListedToken } from '../tokens/list-tokens.ts';
import { insistOnRole } from './insist-on-role.ts';
import { memberOf } from './list-members.ts';
import { withdrawInvitationsBy } from './withdraw-invitation.ts';

/** A member, and what they may still be able to do by tokens. */
export interface ChangedMember extends AppMember {
  /** Valid tokens from them, see `listTokensFrom`; none where they are an owner. */
  readonly tokens: readonly ListedToken[];
}

/**
 * Gives a member another role, in effect for their next request. If they are no longer an owner, their open
 * invitations are withdrawn. `versions`: only while the member has one of these. Fails with `not_found`,
 * `precondition_failed`, `last_owner`, `role_too_low`.
 */
export function changeRole(
  ctx: Context,
  editor: Editor,
  memberId: string,
  role: Role,
  versions?: Versions,
): Promise<ChangedMember> {
  return ctx.db.transaction(async (tx) => {
    const member = await memberToChange(tx, editor, memberId, versions);
    if (member.role === role) return withTokens(tx, editor.appId, member);
    if (member.role === 'owner') await insistOnAnother(tx, editor.appId);
    const now = ctx.now();
    await saveMembership(tx, editor.appId, memberId, role, now);
    // An old link must not restore the old role.
    await withdrawInvitations(tx, member.email, editor.appId, now);
    if (role !== 'owner') await withdrawInvitationsBy(tx, editor, memberId, now);
    await appendAudit(tx, editor, now, {
      subject: `member:${memberId}`,
      action: 'change',
      before: { role: member.role },
      after: { role },
    });
    return withTokens(tx, editor.appId, await memberOf(tx, editor.appId, memberId));
  });
}

/**
 * Removes a member with effect from their next request, and ends their open invitations. Their account,
 * other apps and tokens do not change, because programs use the tokens. Returns the removed member and
 * their tokens.
 * @throws the problems of `changeRole`
 */
export function removeMember(
  ctx: Context,
  editor: Editor,
  memberId: string,
  versions?: Versions,
): Promise<ChangedMember> {
  return ctx.db.transaction(async (tx) => {
    const member = await memberToChange(tx, editor, memberId, versions);
    if (member.role === 'owner') await insistOnAnother(tx, editor.appId);
    const now = ctx.now();
    await deleteMembership(tx, editor.appId, memberId);
    await withdrawInvitations(tx, member.email, editor.appId, now);
    await withdrawInvitationsBy(tx, editor, memberId, now);
    await appendAudit(tx, editor, now, {
      subject: `member:${memberId}`,
      action: 'remove',
      before: { email: member.email, role: member.role },
    });
    return { ...member, tokens: await listTokensFrom(tx, editor.appId, memberId) };
  });
}

async function withTokens(
  tx: Transaction,
  appId: string,
  member: AppMember,
): Promise<ChangedMember> {
  const tokens = member.role === 'owner' ? [] : await listTokensFrom(tx, appId, member.id);
  return { ...member, tokens };
}

async function memberToChange(
  tx: Transaction,
  editor: Editor,
  memberId: string,
  versions: Versions,
): Promise<AppMember> {
  // A change of settings checks the role of its author under this lock.
  await tx.lockApps([editor.appId]);
  await insistOnRole(tx, editor, 'owner');
  const member = await memberOf(tx, editor.appId, memberId);
  if (versions !== undefined && !versions.includes(member.version)) {
    fail('precondition_failed', 'The member was changed since it was read.');
  }
  return member;
}

/** An app without an owner could only be helped by its operator. */
async function insistOnAnother(tx: Transaction, appId: string): Promise<void> {
  if ((await countOwners(tx, appId)) > 1) return;
  fail('last_owner', 'This is the last owner of the app; make another member an owner first.');
}
