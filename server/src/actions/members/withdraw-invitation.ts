import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  listOpenInvitations,
  listOpenInvitationsBy,
  withdrawInvitation as withdraw,
  type JoinInvitation,
  type ListedInvitation,
} from '../../storage/invitations.ts';
import type { Context } from '../context.ts';
import type { Editor } from '../links/save-link.ts';
import { insistOnRole } from './insist-on-role.ts';

/** Withdraws an open invitation. Fails with `not_found`, `role_too_low`. */
export function withdrawInvitation(
  ctx: Context,
  editor: Editor,
  id: string,
): Promise<ListedInvitation> {
  return ctx.db.transaction(async (tx) => {
    await insistOnRole(tx, editor, 'owner');
    const now = ctx.now();
    const open = await listOpenInvitations(tx, editor.appId, now);
    const invitation = open.find((one) => one.id === id);
    if (!invitation) fail('not_found', 'The app has no open invitation with this id.');
    await withdrawOne(tx, editor, invitation, now);
    return invitation;
  });
}

/**
 * Withdraws the open invitations to an app that a member or a token made, as part of the transaction that takes
 * the right to invite from them. `createdBy`: the id of the member or token.
 */
export async function withdrawInvitationsBy(
  tx: Transaction,
  editor: Editor,
  createdBy: string,
  now: number,
): Promise<void> {
  for (const invitation of await listOpenInvitationsBy(tx, editor.appId, createdBy, now)) {
    await withdrawOne(tx, editor, invitation, now);
  }
}

async function withdrawOne(
  tx: Transaction,
  editor: Editor,
  { id, email, role }: JoinInvitation,
  now: number,
): Promise<void> {
  await withdraw(tx, id, now);
  const subject = `invitation:${id}` as const;
  await appendAudit(tx, editor, now, { subject, action: 'withdraw', before: { email, role } });
}
