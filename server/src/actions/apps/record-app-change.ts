import { appendAudit, type AuditEntry } from '../../storage/audit-log.ts';
import { appendChange } from '../../storage/changes.ts';
import type { Transaction } from '../../storage/database.ts';

/** Records a change of an app in the audit log, and makes every instance read the app again. */
export async function recordAppChange(
  tx: Transaction,
  appId: string,
  entry: Pick<AuditEntry, 'action' | 'actor' | 'before' | 'after'>,
  now: number,
): Promise<void> {
  await appendChange(tx, `app:${appId}`, now);
  await appendAudit(tx, { appId, subject: 'app', ...entry, createdAt: now });
}
