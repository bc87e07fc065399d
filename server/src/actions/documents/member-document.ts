import { formatTime, formatTimeOrNull } from '../../domain/text/format-time.ts';
import type { AppMember, ListedInvitation } from '../members/list-members.ts';

/** A member of an app as the management API and the commands return it. */
export function memberDocument(member: AppMember) {
  return {
    member_id: member.id,
    email: member.email,
    name: member.name,
    role: member.role,
    joined_at: formatTime(member.joinedAt),
    last_seen_at: formatTimeOrNull(member.lastSeenAt),
  };
}

/** An open invitation, without the secret of its link. */
export function invitationDocument(one: ListedInvitation) {
  return {
    invitation_id: one.id,
    email: one.email,
    role: one.role,
    created_at: formatTime(one.createdAt),
    expires_at: formatTime(one.expiresAt),
    created_by: one.createdBy,
    by_name: one.byName,
  };
}
