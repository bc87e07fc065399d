import type { AuditAction } from '../domain/audit.ts';
import type { Reader, Transaction } from './database.ts';

/** What somebody did, as JSON text of what was there before and after. */
export interface AuditEntry {
  readonly appId: string;
  readonly subject: `smartlink:${string}` | `token:${string}` | 'app';
  readonly action: AuditAction;
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

/** The youngest entries that are older than `before`: of a subject, or of the whole app. */
export function listAudit(
  db: Reader,
  appId: string,
  subject: AuditEntry['subject'] | undefined,
  before: number,
  limit: number,
): Promise<(AuditEntry & { readonly seq: number })[]> {
  const about = subject === undefined ? [] : [subject];
  return db.all(
    `select seq, app_id as "appId", subject, action, actor, before, after, created_at as "createdAt"
     from audit_log where app_id = ? ${about.map(() => 'and subject = ?').join('')} and seq < ?
     order by seq desc limit ?`,
    [appId, ...about, before, limit],
  );
}
