import { aRole, isAtLeast, type Role } from '../../domain/access/role.ts';
import { fail } from '../../problem.ts';
import type { Reader } from '../../storage/database.ts';
import { findAppMember } from '../../storage/memberships.ts';
import { isActiveToken } from '../../storage/tokens.ts';
import type { Author } from '../context.ts';
import { refuseToken } from '../tokens/authenticate.ts';

/**
 * Checks the role of a member again, in the transaction of a change: it may have been lowered since the
 * request began. In the same way, a server token may have been revoked. The operator needs no role.
 * @throws `role_too_low`, `unauthorized`
 */
export async function assertRole(
  db: Reader,
  { appId, actor }: Author,
  needed: Role,
): Promise<void> {
  if (actor.startsWith('tok_') && !(await isActiveToken(db, actor))) refuseToken();
  if (!actor.startsWith('mem_')) return;
  const member = await findAppMember(db, appId, actor);
  if (member && isAtLeast(member.role, needed)) return;
  fail('role_too_low', `You are no longer ${aRole(needed)} of the app.`);
}
