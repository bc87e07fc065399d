import type { AuditAction } from '../domain/app/audit.ts';
import type { Database, Reader, Transaction } from './database.ts';
import { inIndex } from './in-index.ts';
import { AdaptiveBatchSize } from './adaptive-batch-size.ts';

/** The object of an action. */
export type AuditSubject =
  `smartlink:${string}` | `token:${string}` | `member:${string}` | `invitation:${string}` | 'app';

/** An action, with JSON text of the values before and after it. */
export interface AuditEntry {
  readonly appId: string;
  readonly subject: AuditSubject;
  readonly action: AuditAction;
  /** The id of a token or a member, or `operator`. */
  readonly actor: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly createdAt: number;
}

/** Written in the transaction of the action, so that neither is stored without the other. */
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

/**
 * A number that changes with every change of an app's settings; undefined: there was none. Both engines read
 * it at the end of an index range.
 */
export async function lastChangeOfApp(db: Reader, appId: string): Promise<number | undefined> {
  const columns = ['app_id', 'subject', 'seq'];
  const { where, parameters, order } = inIndex('postgres', columns, [appId, 'app'], false);
  const sql = `select seq from audit_log where ${where} order by ${order} limit 1`;
  return (await db.all<{ seq: number }>(sql, parameters))[0]?.seq;
}

/** An entry with its number and the name of its author. */
export interface ListedAudit extends AuditEntry {
  readonly seq: number;
  /** The name or else the e-mail address of a member; null for everyone else. */
  readonly byName: string | null;
}

/** The column `byName`: the name or else the e-mail address of the member whose id a column has. */
export function nameOf(column: string): string {
  return `(select case when m.name <> '' then m.name else m.email end
    from members m where m.id = ${column}) as "byName"`;
}

/** The newest entries that are older than `before`: of a subject, or of the whole app. */
export async function listAudit(
  db: Database,
  appId: string,
  subject: AuditSubject | undefined,
  before: number,
  limit: number,
): Promise<ListedAudit[]> {
  const entries: ListedAudit[] = [];
  const portion = new AdaptiveBatchSize(db.engine, { first: limit, firstHere: 10, most: limit });
  for (let from = before; entries.length < limit;) {
    const { where, parameters, order } =
      subject === undefined
        ? inIndex(db.engine, ['app_id', 'seq'], [appId], false, from)
        : inIndex(db.engine, ['app_id', 'subject', 'seq'], [appId, subject], false, from);
    const count = Math.min(portion.rows, limit - entries.length);
    const rows = await portion.read(() =>
      db.all<ListedAudit>(
        `select seq, app_id as "appId", subject, action, actor, before, after,
           created_at as "createdAt", ${nameOf('actor')}
         from audit_log where ${where} order by ${order} limit ?`,
        [...parameters, count],
      ),
    );
    entries.push(...rows);
    if (rows.length < count) break;
    from = rows.at(-1)?.seq ?? 0;
  }
  return entries;
}
