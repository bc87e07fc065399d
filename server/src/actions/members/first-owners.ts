import type { Member } from '../../domain/access/member.ts';
import { OPERATOR } from '../../domain/link/link-creator.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import { listUnownedApps, listCommonOwners, saveMembership } from '../../storage/memberships.ts';

/**
 * Makes the people who own all other apps the owners of a new one, so that they see it in the dashboard.
 * If apps belong to different people, no one owns all of them, and the app gets no owner.
 * Returns their e-mail addresses.
 */
export async function addCommonOwners(
  tx: Transaction,
  appId: string,
  now: number,
): Promise<readonly string[]> {
  const owners = await listCommonOwners(tx);
  for (const owner of owners) await addOwner(tx, appId, owner, now);
  return owners.map(({ email }) => email);
}

/**
 * Makes the first person the owner of every app that has neither members nor invitations: apps that an apply
 * file created before anyone could sign in.
 */
export async function claimUnownedApps(
  tx: Transaction,
  member: Pick<Member, 'id' | 'email'>,
  now: number,
): Promise<void> {
  for (const appId of await listUnownedApps(tx, now)) await addOwner(tx, appId, member, now);
}

async function addOwner(
  tx: Transaction,
  appId: string,
  { id, email }: Pick<Member, 'id' | 'email'>,
  now: number,
): Promise<void> {
  await saveMembership(tx, appId, id, 'owner', now);
  await appendAudit(tx, { appId, actor: OPERATOR }, now, {
    subject: `member:${id}`,
    action: 'create',
    after: { email, role: 'owner' },
  });
}
