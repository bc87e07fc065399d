import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  listOpenInvitations,
  withdrawInvitation as withdraw,
  type JoinInvitation,
  type ListedInvitation,
} from '../../storage/invitations.ts';
import type { Author, Context } from '../context.ts';
import { assertRole } from './assert-role.ts';

/**
 * Withdraws an open invitation.
 * @throws `not_found`, `role_too_low`
 */
export function withdrawInvitation(
  ctx: Context,
  author: Author,
  id: string,
): Promise<ListedInvitation> {
  return ctx.db.transaction(async (tx) => {
    await assertRole(tx, author, 'owner');
    const now = ctx.now();
    const open = await listOpenInvitations(tx, author.appId, now);
    const invitation = open.find((one) => one.id === id);
    if (!invitation) fail('not_found', 'The app has no open invitation with this id.');
    await withdrawOne(tx, author, invitation, now);
    return invitation;
  });
}

/**
 * Withdraws the open invitations that a member or a token created, in the transaction in which it loses the
 * right to invite. `createdBy`: the id of the member or token.
 */
export async function withdrawInvitationsBy(
  tx: Transaction,
  author: Author,
  createdBy: string,
  now: number,
): Promise<void> {
  for (const invitation of await listOpenInvitations(tx, author.appId, now)) {
    if (invitation.createdBy === createdBy) await withdrawOne(tx, author, invitation, now);
  }
}

async function withdrawOne(
  tx: Transaction,
  author: Author,
  { id, email, role }: JoinInvitation,
  now: number,
): Promise<void> {
  await withdraw(tx, id, now);
  const subject = `invitation:${id}` as const;
  await appendAudit(tx, author, now, { subject, action: 'withdraw', before: { email, role } });
}
