import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import {
  listOpenInvitations,
  withdrawInvitation as withdraw,
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
    if (!invitation) {
      fail('not_found', 'The app has no open invitation with this id.');
    }
    await withdraw(tx, id, now);
    await appendAudit(tx, {
      appId: editor.appId,
      subject: `invitation:${id}`,
      action: 'withdraw',
      actor: editor.actor,
      before: JSON.stringify({ email: invitation.email, role: invitation.role }),
      after: null,
      createdAt: now,
    });
    return invitation;
  });
}
