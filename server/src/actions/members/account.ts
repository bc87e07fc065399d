import { fail } from '../../problem.ts';
import { appendAudit, type Audited } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import { findMemberByEmail, type FoundMember } from '../../storage/members.ts';
import { listMemberApps } from '../../storage/memberships.ts';

// An account belongs to no app: the operator changes it by its e-mail address.

/**
 * Returns the account with an e-mail address.
 * @throws `not_found`
 */
export async function getAccount(tx: Transaction, email: string): Promise<FoundMember> {
  const member = await findMemberByEmail(tx, email);
  return member ?? fail('not_found', `no account has the e-mail address "${email}"`);
}

/**
 * Records a change of an account in the audit log of each of its apps. `actor`: the id of the member, or
 * `operator`. `now`: milliseconds since 1970-01-01 UTC.
 */
export async function auditAccount(
  tx: Transaction,
  memberId: string,
  actor: string,
  now: number,
  change: Omit<Audited, 'subject'>,
): Promise<void> {
  for (const { id: appId } of await listMemberApps(tx, memberId)) {
    await appendAudit(tx, { appId, actor }, now, { subject: `member:${memberId}`, ...change });
  }
}
