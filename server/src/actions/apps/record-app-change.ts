import { appendAudit, type Audited } from '../../storage/audit-log.ts';
import { appendChange } from '../../storage/changes.ts';
import type { Transaction } from '../../storage/database.ts';
import type { Author } from '../context.ts';

/** Records a change of an app in the audit log, and makes every instance read the app again. */
export async function recordAppChange(
  tx: Transaction,
  author: Author,
  now: number,
  change: Omit<Audited, 'subject'>,
): Promise<void> {
  await appendChange(tx, `app:${author.appId}`, now);
  await appendAudit(tx, author, now, { subject: 'app', ...change });
}
