import type { Member } from '../../domain/access/member.ts';
import { isSecret, secretDigest } from '../../domain/access/session.ts';
import { findSessionByDigest } from '../../storage/sessions.ts';
import type { Context } from '../context.ts';

export interface SignedIn {
  readonly sessionId: string;
  readonly member: Member;
}

/**
 * Returns the session with this secret; undefined if there is none or it has ended. Reads the database each
 * time, so that an ended session is invalid on every instance at once.
 */
export async function findSession(
  ctx: Context,
  secret: string | undefined,
): Promise<SignedIn | undefined> {
  if (secret === undefined || !isSecret(secret)) return undefined;
  const found = await findSessionByDigest(ctx.db, secretDigest(secret));
  if (!found || found.endedAt !== null || found.expiresAt <= ctx.now()) return undefined;
  const { id, memberId, email, name } = found;
  return { sessionId: id, member: { id: memberId, email, name } };
}
