import type { Reader, Transaction } from './database.ts';

/** What somebody did, as JSON text of what was there before and after. */
export interface AuditEntry {
  readonly appId: string;
  readonly subject: `smartlink:${string}` | 'app';
  readonly action: 'change' | 'delete' | 'give-back' | 'apply';
  /** The id of a token, or `operator`. */
  readonly actor: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly createdAt: number;
}

/** Written in the transaction of what was done, so that neither is without the other. */
export async function appendAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx.run(
    `insert into audit_log (app_id, subject, action, actor, before, after, created_at)
     values (?, ?, ?, ?, ?, ?, ?)`,
    [
      entry.appId,
      entry.subject,
      entry.action,
      entry.actor,
      entry.before,
      entry.after,
      entry.createdAt,
    ],
  );
}

/** The youngest entries of a subject that are older than `before`. */
export function listAudit(
  db: Reader,
  appId: string,
  subject: AuditEntry['subject'],
  before: number,
  limit: number,
): Promise<(AuditEntry & { readonly seq: number })[]> {
  return db.all(
    `select seq, app_id as "appId", subject, action, actor, before, after, created_at as "createdAt"
     from audit_log where app_id = ? and subject = ? and seq < ? order by seq desc limit ?`,
    [appId, subject, before, limit],
  );
}
