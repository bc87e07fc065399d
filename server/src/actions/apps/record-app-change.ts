import { appendAudit, type Audited } from '../../storage/audit-log.ts';
import { appendChange } from '../../storage/changes.ts';
import type { Transaction } from '../../storage/database.ts';
import type { Editor } from '../links/save-link.ts';

/** Records a change of an app in the audit log, and makes every instance read the app again. */
export async function recordAppChange(
  tx: Transaction,
  editor: Editor,
  now: number,
  change: Omit<Audited, 'subject'>,
): Promise<void> {
  await appendChange(tx, `app:${editor.appId}`, now);
  await appendAudit(tx, editor, now, { subject: 'app', ...change });
}
