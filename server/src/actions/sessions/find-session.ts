import type { Member } from '../../domain/access/member.ts';
import { isSecret, secretDigest } from '../../domain/access/session.ts';
import { findSessionByDigest } from '../../storage/sessions.ts';
import type { Context } from '../context.ts';

/** Somebody who is signed in, and by which session. */
export interface SignedIn {
  readonly sessionId: string;
  readonly member: Member;
}

/**
 * Who has the cookie with this secret; undefined: nobody, or nobody any more. Read from the store each
 * time, so that a session which was ended is ended everywhere at once.
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
