import { aRole, isAtLeast, type Role } from '../../domain/access/role.ts';
import { fail } from '../../problem.ts';
import type { Reader } from '../../storage/database.ts';
import { findAppMember } from '../../storage/memberships.ts';
import type { Author } from '../links/save-link.ts';

/**
 * Checks the role of a member again, in the transaction of a change: it may have been lowered since the
 * request began. Server tokens and the operator need no role.
 * @throws `role_too_low`
 */
export async function assertRole(
  db: Reader,
  { appId, actor }: Author,
  needed: Role,
): Promise<void> {
  if (!actor.startsWith('mem_')) return;
  const member = await findAppMember(db, appId, actor);
  if (member && isAtLeast(member.role, needed)) return;
  fail('role_too_low', `You are no longer ${aRole(needed)} of the app.`);
}
