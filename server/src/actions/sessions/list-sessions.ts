import { listSessions, type StoredSession } from '../../storage/sessions.ts';
import type { Context } from '../context.ts';

export type { StoredSession };

/** Returns the sessions of a member, most recently used first. */
export function listOwnSessions(ctx: Context, memberId: string): Promise<StoredSession[]> {
  return listSessions(ctx.db, memberId, ctx.now());
}
