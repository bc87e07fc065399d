import assert from 'node:assert/strict';
import { Client } from 'pg';
import { onServer } from './standbys.ts';

/** Runs `work` while another session holds the locks that this statement takes: of one row, or of a table. */
export async function whileLocked(
  url: string,
  sql: string,
  parameters: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const session = new Client({ connectionString: url });
  await session.connect();
  try {
    await session.query('begin');
    const { rowCount } = await session.query(sql, [...parameters]);
    assert.ok(rowCount === 1 || rowCount === null);
    await work();
  } finally {
    await session.end();
  }
}

/** How many sessions of this database wait for a lock. */
export async function sessionsWaiting(url: string): Promise<number> {
  const sql = `select cast(count(*) as integer) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await onServer<{ count: number }>(url, sql))[0]?.count ?? 0;
}
