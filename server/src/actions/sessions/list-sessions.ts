import { listSessions, type StoredSession } from '../../storage/sessions.ts';
import type { Context } from '../context.ts';

export type { StoredSession };

/** Where a member is signed in, the session that was used last first. */
export function listOwnSessions(ctx: Context, memberId: string): Promise<StoredSession[]> {
  return listSessions(ctx.db, memberId, ctx.now());
}
