import type { ChangedMember, Member } from '../../../api/types.ts';

export interface MemberProps {
  readonly app: string;
  readonly member: Member;
  /** The member was removed or has another role; they may still have tokens. */
  readonly onChanged: (changed: ChangedMember) => void;
}
