import type { Database, Reader, Transaction } from '../database.ts';
import { NOW } from '../valid-now.ts';

/** The last scheduled backups of all instances. Times: milliseconds since 1970-01-01 UTC. */
export interface LastBackup {
  /** When the last one that ended was begun; null: none did. */
  readonly triedAt: number | null;
  /** Why it failed; null: it succeeded. */
  readonly error: string | null;
  readonly succeededAt: number | null;
  readonly name: string | null;
  readonly bytes: number | null;
}

const NONE: LastBackup = { triedAt: null, error: null, succeededAt: null, name: null, bytes: null };

export async function lastBackup(db: Reader): Promise<LastBackup> {
  const [row] = await db.all<LastBackup>(
    `select tried_at as "triedAt", error, succeeded_at as "succeededAt", name, bytes from backups`,
  );
  return row ?? NONE;
}

export interface Due {
  /** A backup is due this long after the start of the last one. */
  readonly intervalMs: number;
  /** A backup that failed is tried again this long after its start. */
  readonly retryMs: number;
}

/**
 * Takes the lease for making a backup, for `ms`. Returns when it was taken, by the clock of the database; undefined if
 * no backup is due, or another process makes it.
 */
export async function takeBackup(
  db: Database,
  holder: string,
  ms: number,
  { intervalMs, retryMs }: Due,
): Promise<number | undefined> {
  const now = NOW[db.engine];
  // Without a write while nothing is due. A time that cannot be, because a clock was wrong, does not count.
  const due = `(lease_until <= ${now} or lease_until > ${now} + ?)
    and (succeeded_at is null or succeeded_at > ${now} or succeeded_at + ? <= ${now})
    and (error is null or tried_at > ${now} or tried_at + ? <= ${now})`;
  const rows = await db.all<{ isDue: number }>(
    `select case when ${due} then 1 else 0 end as "isDue" from backups`,
    [ms, intervalMs, retryMs],
  );
  if (rows[0]?.isDue === 0) return undefined;
  return db.transaction(async (tx) => {
    await tx.run('insert into backups (id, lease_until) values (1, 0) on conflict (id) do nothing');
    const [taken] = await tx.all<{ now: number }>(
      `update backups set lease_holder = ?, lease_until = ${now} + ? where id = 1 and ${due}
       returning ${now} as now`,
      [holder, ms, ms, intervalMs, retryMs],
    );
    return taken?.now;
  }, 'none');
}

/** Extends the lease. False if another process has taken it. */
export function keepBackup(db: Database, holder: string, ms: number): Promise<boolean> {
  const sql = `update backups set lease_until = ${NOW[db.engine]} + ? where id = 1 and lease_holder = ?`;
  return db.transaction(async (tx) => (await tx.run(sql, [ms, holder])) === 1, 'none');
}

export type Outcome =
  | { readonly name: string; readonly bytes: number }
  | { readonly error: string }
  /** The process stops, so another one can begin at once. */
  | 'stopped';

/** Notes the end of a backup that was begun at `startedAt`, and gives up the lease. */
export async function endBackup(
  tx: Transaction,
  holder: string,
  startedAt: number,
  outcome: Outcome,
): Promise<void> {
  const set = ['lease_holder = null', 'lease_until = 0'];
  const values: (number | string | null)[] = [];
  if (outcome !== 'stopped') {
    set.push('tried_at = ?', 'error = ?');
    values.push(startedAt, 'error' in outcome ? outcome.error : null);
    if ('name' in outcome) {
      set.push('succeeded_at = ?', 'name = ?', 'bytes = ?');
      values.push(startedAt, outcome.name, outcome.bytes);
    }
  }
  const sql = `update backups set ${set.join(', ')} where id = 1 and lease_holder = ?`;
  await tx.run(sql, [...values, holder]);
}
