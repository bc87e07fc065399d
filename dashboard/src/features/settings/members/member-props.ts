import type { Member } from '../../../api/types.ts';

export interface MemberProps {
  readonly app: string;
  readonly member: Member;
}
