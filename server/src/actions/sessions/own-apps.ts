import { listMemberApps, type MemberApp } from '../../storage/memberships.ts';
import { getAppById } from '../apps/get-app.ts';
import type { Context } from '../context.ts';

export type { MemberApp };

/** Returns the apps of a member, sorted by name. */
export function listOwnApps(ctx: Context, memberId: string): Promise<MemberApp[]> {
  return listMemberApps(ctx.db, memberId);
}

/**
 * Returns the app of a server token, with the role `owner`.
 * @throws `not_found`
 */
export async function tokenApp(ctx: Context, appId: string): Promise<MemberApp> {
  return { ...(await getAppById(ctx, appId)), role: 'owner' };
}
