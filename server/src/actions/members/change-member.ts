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
import { removeFilters } from '../../storage/saved-filters.ts';
import type { ListedToken } from '../../storage/tokens.ts';
import type { Author, Context } from '../context.ts';
import type { Versions } from '../links/managed-link.ts';
import { revokeIn } from '../tokens/revoke-token.ts';
import { assertRole } from './assert-role.ts';
import { getMember } from './list-members.ts';
import { NO_ACCESS, remainingAccess, type RemainingAccess } from './remaining-access.ts';
import { withdrawInvitationsBy } from './withdraw-invitation.ts';

/** A member, and what they may still use if they are not an owner. */
export interface ChangedMember extends AppMember, RemainingAccess {}

/**
 * Changes the role of a member with effect from their next request. If they are no longer an owner, their open
 * invitations are withdrawn. `versions`: the member must have one of these.
 * @throws `not_found`, `precondition_failed`, `last_owner`, `role_too_low`
 */
export function changeRole(
  ctx: Context,
  author: Author,
  memberId: string,
  role: Role,
  versions?: Versions,
): Promise<ChangedMember> {
  return ctx.db.transaction(async (tx) => {
    const member = await memberToChange(tx, author, memberId, versions);
    if (member.role === role) return withAccess(tx, author.appId, member);
    if (member.role === 'owner') await assertAnotherOwner(tx, author.appId);
    const now = ctx.now();
    await saveMembership(tx, author.appId, memberId, role, now);
    // An old link must not restore the old role.
    await withdrawInvitations(tx, member.email, author.appId, now);
    if (role !== 'owner') await withdrawInvitationsBy(tx, author, memberId, now);
    await appendAudit(tx, author, now, {
      subject: `member:${memberId}`,
      action: 'change',
      before: { role: member.role },
      after: { role },
    });
    return withAccess(tx, author.appId, await getMember({ db: tx }, author.appId, memberId));
  });
}

/**
 * Removes a member with effect from their next request, and ends their open invitations. Their account,
 * other apps and webhooks do not change, nor do tokens unless `revokesTokens`, because programs use them. Returns the
 * removed member and what they may still use, or whose tokens were just revoked.
 * @throws the problems of `changeRole`
 */
export async function removeMember(
  ctx: Context,
  author: Author,
  memberId: string,
  versions?: Versions,
  { revokesTokens = false }: { readonly revokesTokens?: boolean } = {},
): Promise<ChangedMember> {
  const removed = await ctx.db.transaction(async (tx) => {
    const member = await memberToChange(tx, author, memberId, versions);
    await endMembership(tx, author, member, ctx.now());
    const access = await remainingAccess(tx, author.appId, memberId);
    const tokens: ListedToken[] = [];
    for (const token of access.tokens) {
      tokens.push(revokesTokens ? await revokeIn(ctx, tx, author, token) : token);
    }
    return { ...member, ...access, tokens };
  });
  for (const { id } of revokesTokens ? removed.tokens : []) ctx.cache.forget(`token:${id}`);
  return removed;
}

/**
 * Ends the membership of the author, who can have any role, with the effects of `removeMember`. Only an owner or the
 * operator can invite them again.
 * @throws `role_too_low`, `last_owner`
 */
export function leaveApp(ctx: Context, author: Author): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const member = await lockedMember(tx, author, 'viewer', author.actor);
    await endMembership(tx, author, member, ctx.now());
  });
}

async function withAccess(
  tx: Transaction,
  appId: string,
  member: AppMember,
): Promise<ChangedMember> {
  const access = member.role === 'owner' ? NO_ACCESS : await remainingAccess(tx, appId, member.id);
  return { ...member, ...access };
}

async function memberToChange(
  tx: Transaction,
  author: Author,
  memberId: string,
  versions: Versions,
): Promise<AppMember> {
  const member = await lockedMember(tx, author, 'owner', memberId);
  if (versions !== undefined && !versions.includes(member.version)) {
    fail('precondition_failed', 'The member was changed since it was read.');
  }
  return member;
}

/** Locks the app and returns the member, if the author still has the role that is needed. */
async function lockedMember(
  tx: Transaction,
  author: Author,
  needed: Role,
  memberId: string,
): Promise<AppMember> {
  // A change of settings checks the role of its author under this lock.
  await tx.lockApps([author.appId]);
  await assertRole(tx, author, needed);
  return getMember({ db: tx }, author.appId, memberId);
}

/** Removes the member from the app with their filters, and withdraws their invitations. */
async function endMembership(
  tx: Transaction,
  author: Author,
  { id: memberId, email, role }: AppMember,
  now: number,
): Promise<void> {
  const { appId } = author;
  if (role === 'owner') await assertAnotherOwner(tx, appId);
  await removeFilters(tx, { appId, memberId });
  await deleteMembership(tx, appId, memberId);
  await withdrawInvitations(tx, email, appId, now);
  await withdrawInvitationsBy(tx, author, memberId, now);
  await appendAudit(tx, author, now, {
    subject: `member:${memberId}`,
    action: 'remove',
    before: { email, role },
  });
}

/** Only the operator could give an app without an owner a new one. */
async function assertAnotherOwner(tx: Transaction, appId: string): Promise<void> {
  if ((await countOwners(tx, appId)) > 1) return;
  fail('last_owner', 'This is the last owner of the app; make another member an owner first.');
}
