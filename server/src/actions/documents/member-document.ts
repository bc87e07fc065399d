import type { Role } from '../../domain/access/role.ts';
import { shownTime, shownTimeOrNull } from '../../domain/text/shown-time.ts';
import type { AppMember, ListedInvitation } from '../members/list-members.ts';

export interface MemberDocument {
  readonly member_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly joined_at: string;
  readonly last_seen_at: string | null;
}

/** A member of an app as the management API and the commands return it. */
export function memberDocument(member: AppMember): MemberDocument {
  return {
    member_id: member.id,
    email: member.email,
    name: member.name,
    role: member.role,
    joined_at: shownTime(member.joinedAt),
    last_seen_at: shownTimeOrNull(member.lastSeenAt),
  };
}

export interface InvitationDocument {
  readonly invitation_id: string;
  readonly email: string | null;
  readonly role: Role;
  readonly created_at: string;
  readonly expires_at: string;
  readonly created_by: string;
  readonly by_name: string | null;
}

/** An open invitation, without the secret of its link. */
export function invitationDocument(one: ListedInvitation): InvitationDocument {
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
