import { fail } from '../../problem.ts';
import { findDatedApp } from '../../storage/apps.ts';
import { listMemberApps, type MemberApp } from '../../storage/memberships.ts';
import type { Context } from '../context.ts';

export type { MemberApp };

/** The apps of a member by their names. */
export function listOwnApps(ctx: Context, memberId: string): Promise<MemberApp[]> {
  return listMemberApps(ctx.db, memberId);
}

/** The app of a server token, which may do in it what an owner may. Fails with `not_found`. */
export async function tokenApp(ctx: Context, appId: string): Promise<MemberApp> {
  const app = await findDatedApp(ctx.db, appId);
  return app ? { ...app, role: 'owner' } : fail('not_found', 'The app is not there any more.');
}
