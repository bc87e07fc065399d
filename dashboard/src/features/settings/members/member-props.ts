import type { ChangedMember, Member } from '../../../api/types.ts';

export interface MemberProps {
  readonly member: Member;
  /** The member was removed or has another role; they may still have tokens and webhooks. */
  readonly onChanged: (changed: ChangedMember) => void;
}
