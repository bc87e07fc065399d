import type { AuditAction } from '../domain/app/audit.ts';
import type { Database, Reader, Transaction } from './database.ts';
import { inIndex } from './in-index.ts';
import { batchesBelow } from './adaptive-batch-size.ts';
import { memberName } from './members.ts';
import { insertRow, selectList } from './rows.ts';

/** The object of an action. */
export type AuditSubject =
  | `smartlink:${string}`
  | `token:${string}`
  | `member:${string}`
  | `invitation:${string}`
  | `webhook:${string}`
  | 'app';

/** An action, with the values before and after it: objects, or JSON text. */
export interface Audited {
  readonly subject: AuditSubject;
  readonly action: AuditAction;
  readonly before?: object | string | undefined;
  readonly after?: object | string | undefined;
}

const FIELDS = ['appId', 'subject', 'action', 'actor', 'before', 'after', 'createdAt'] as const;

/**
 * Adds an entry in the transaction of the action. `actor`: the id of a token or a member, or `operator`. `now`:
 * milliseconds since 1970-01-01 UTC.
 */
export function appendAudit(
  tx: Transaction,
  { appId, actor }: { readonly appId: string; readonly actor: string },
  now: number,
  { subject, action, before, after }: Audited,
): Promise<void> {
  const values = { before: jsonText(before), after: jsonText(after) };
  const entry = { appId, subject, action, actor, ...values, createdAt: now };
  return insertRow(tx, 'audit_log', FIELDS, entry);
}

function jsonText(values: object | string | undefined): string | null {
  return typeof values === 'object' ? JSON.stringify(values) : (values ?? null);
}

/**
 * A number that increases with every change of an app's settings; undefined: there was none. Both engines read
 * it from the end of an index range.
 */
export async function lastChangeOfApp(db: Reader, appId: string): Promise<number | undefined> {
  const columns = ['app_id', 'subject', 'seq'];
  const { where, parameters, order } = inIndex('postgres', columns, [appId, 'app'], false);
  const sql = `select seq from audit_log where ${where} order by ${order} limit 1`;
  return (await db.all<{ seq: number }>(sql, parameters))[0]?.seq;
}

/** An entry with its number and the name of its author. */
export interface ListedAudit extends Omit<Audited, 'before' | 'after'> {
  readonly seq: number;
  readonly appId: string;
  /** The id of a token or a member, or `operator`. */
  readonly actor: string;
  /** The name, or else the e-mail address, of a member; null for all others. */
  readonly byName: string | null;
  /** JSON text. */
  readonly before: string | null;
  readonly after: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly createdAt: number;
}

const LISTED = `seq, ${selectList(FIELDS)}, ${memberName('actor')}`;

/** The newest entries that are older than `before`: of a subject, or of the whole app. */
export async function listAudit(
  db: Database,
  appId: string,
  subject: AuditSubject | undefined,
  before: number,
  limit: number,
): Promise<ListedAudit[]> {
  const [columns, values] =
    subject === undefined
      ? [['app_id', 'seq'], [appId]]
      : [
          ['app_id', 'subject', 'seq'],
          [appId, subject],
        ];
  const read = (from: number, count: number): Promise<ListedAudit[]> => {
    const { where, parameters, order } = inIndex(db.engine, columns, values, false, from);
    const sql = `select ${LISTED} from audit_log where ${where} order by ${order} limit ?`;
    return db.all<ListedAudit>(sql, [...parameters, count]);
  };
  const sizes = { first: limit, firstOnSqlite: 10, max: limit };
  const entries: ListedAudit[] = [];
  for await (const rows of batchesBelow(db.engine, sizes, before, limit, read)) {
    entries.push(...rows);
  }
  return entries;
}
