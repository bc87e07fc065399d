import { isId } from '../../domain/access/id.ts';
import { fail } from '../../problem.ts';
import {
  endSession,
  findOwnSession,
  listSessions,
  type StoredSession,
} from '../../storage/sessions.ts';
import type { Context } from '../context.ts';

export type { StoredSession };

/** Returns the sessions of a member, most recently used first. */
export function listOwnSessions(ctx: Context, memberId: string): Promise<StoredSession[]> {
  return listSessions(ctx.db, memberId, ctx.now());
}

/**
 * Ends one of the member's own sessions, effective immediately on every instance.
 * @throws `not_found`
 */
export function endOwnSession(
  ctx: Context,
  memberId: string,
  sessionId: string,
): Promise<StoredSession> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const isOne = isId('ses', sessionId);
    const session = isOne ? await findOwnSession(tx, memberId, sessionId, now) : undefined;
    if (!session) fail('not_found', 'You have no session with this id, or it has ended.');
    await endSession(tx, sessionId, now);
    return session;
  });
}

/** Ends a session if it is still active. */
export async function signOut(ctx: Context, sessionId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => void (await endSession(tx, sessionId, ctx.now())));
}
