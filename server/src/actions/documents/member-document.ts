import { shownTime, shownTimeOrNull } from '../../domain/text/shown-time.ts';
import type { AppMember, ListedInvitation } from '../members/list-members.ts';

/** A member of an app as the management API and the commands return it. */
export function memberDocument(member: AppMember) {
  return {
    member_id: member.id,
    email: member.email,
    name: member.name,
    role: member.role,
    joined_at: shownTime(member.joinedAt),
    last_seen_at: shownTimeOrNull(member.lastSeenAt),
  };
}

/** An open invitation, without the secret of its link. */
export function invitationDocument(one: ListedInvitation) {
  return {
    invitation_id: one.id,
    email: one.email,
    role: one.role,
    created_at: shownTime(one.createdAt),
    expires_at: shownTime(one.expiresAt),
    created_by: one.createdBy,
    by_name: one.byName,
  };
}
