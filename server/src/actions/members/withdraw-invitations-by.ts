import { appendAudit } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import { listOpenInvitationsBy, withdrawInvitation } from '../../storage/invitations.ts';
import type { Editor } from '../links/save-link.ts';

/**
 * Withdraws the open invitations to an app that a member or a token made, as part of the transaction that takes
 * the right to invite from them. The audit log has an entry for each. `createdBy`: the id of the member or token.
 */
export async function withdrawInvitationsBy(
  tx: Transaction,
  { appId, actor }: Editor,
  createdBy: string,
  now: number,
): Promise<void> {
  for (const { id, email, role } of await listOpenInvitationsBy(tx, appId, createdBy, now)) {
    await withdrawInvitation(tx, id, now);
    await appendAudit(tx, {
      appId,
      subject: `invitation:${id}`,
      action: 'withdraw',
      actor,
      before: JSON.stringify({ email, role }),
      after: null,
      createdAt: now,
    });
  }
}
