import type { Database } from './database.ts';

/** Marks of processes that ended without deleting them. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const WRITE = `insert into replica_marks (process, mark, written_at) values (?, ?, ?)
  on conflict (process) do update set mark = excluded.mark, written_at = excluded.written_at`;

/** `now`: milliseconds since 1970-01-01 UTC. */
export async function writeMark(
  db: Database,
  process: string,
  mark: number,
  now: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (mark === 1) await tx.run('delete from replica_marks where written_at < ?', [now - KEPT_MS]);
    await tx.run(WRITE, [process, mark, now]);
  }, 'none');
}

export async function deleteMark(db: Database, process: string): Promise<void> {
  const sql = 'delete from replica_marks where process = ?';
  await db.transaction((tx) => tx.run(sql, [process]), 'none');
}
