import type { Reader } from '../../storage/database.ts';
import { findMember } from '../../storage/members.ts';
import { listMemberApps, type MemberApp } from '../../storage/memberships.ts';

import type { SignedIn } from './find-session.ts';

/** A signed-in member, and their roles. */
export interface Me extends SignedIn {
  /** False if they can only sign in at the provider. */
  readonly hasPassword: boolean;
  readonly apps: readonly MemberApp[];
}

/** Returns the current data of a signed-in member. `db`: the database or a transaction. */
export async function getMe(
  { db }: { readonly db: Reader },
  { sessionId, member }: SignedIn,
): Promise<Me> {
  // Read again, because the name may have changed.
  const stored = await findMember(db, member.id);
  const { id, email, name } = stored ?? member;
  return {
    sessionId,
    member: { id, email, name },
    hasPassword: typeof stored?.password === 'string',
    apps: await listMemberApps(db, id),
  };
}
