import { fail } from '../../problem.ts';
import type { Reader } from '../../storage/database.ts';
import { findAppMember } from '../../storage/memberships.ts';
import type { Editor } from '../links/save-link.ts';

/**
 * Who decides about members is an owner when it is decided, not only when the request began. Tokens
 * and the operator act for the app. Fails with `role_too_low`.
 */
export async function insistOnOwner(db: Reader, { appId, actor }: Editor): Promise<void> {
  if (!actor.startsWith('mem_')) return;
  const member = await findAppMember(db, appId, actor);
  if (member?.role !== 'owner') fail('role_too_low', 'You are not an owner of the app any more.');
}
