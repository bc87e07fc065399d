import { listOpenInvitations, type ListedInvitation } from '../../storage/invitations.ts';
import { findAppMember, listAppMembers, type AppMember } from '../../storage/memberships.ts';
import { isId } from '../../domain/access/id.ts';
import { fail } from '../../problem.ts';
import type { Reader } from '../../storage/database.ts';
import { yieldToEventLoop } from '../../time-slices.ts';
import type { Context } from '../context.ts';

export type { AppMember, ListedInvitation };

export async function listMembers(ctx: Context, appId: string) {
  const members = await listAppMembers(ctx.db, appId);
  await yieldToEventLoop();
  const invitations = await listOpenInvitations(ctx.db, appId, ctx.now());
  await yieldToEventLoop();
  return { members, invitations };
}

/**
 * Returns one member of an app. `db`: the database or a transaction.
 * @throws `not_found`
 */
export async function getMember(
  { db }: { readonly db: Reader },
  appId: string,
  id: string,
): Promise<AppMember> {
  const member = isId('mem', id) ? await findAppMember(db, appId, id) : undefined;
  return member ?? fail('not_found', 'The app has no member with this id.');
}
