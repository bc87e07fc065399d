import type { Counts } from '../../domain/click/series.ts';
import type { Reader, Transaction } from '../database.ts';

/** The lifetime counts of an app when its last summary was made. `at`: milliseconds since 1970-01-01 UTC. */
export interface SummaryMark extends Counts {
  readonly at: number;
}

export async function findSummaryMark(db: Reader, appId: string): Promise<SummaryMark | undefined> {
  const sql = 'select at, clicks, visitors, other from webhook_summaries where app_id = ?';
  return (await db.all<SummaryMark>(sql, [appId]))[0];
}

export async function saveSummaryMark(
  tx: Transaction,
  appId: string,
  { at, clicks, visitors, other }: SummaryMark,
): Promise<void> {
  await tx.run(
    `insert into webhook_summaries (app_id, at, clicks, visitors, other) values (?, ?, ?, ?, ?)
     on conflict (app_id) do update set at = excluded.at, clicks = excluded.clicks,
       visitors = excluded.visitors, other = excluded.other`,
    [appId, at, clicks, visitors, other],
  );
}

export async function deleteSummaryMark(tx: Transaction, appId: string): Promise<void> {
  await tx.run('delete from webhook_summaries where app_id = ?', [appId]);
}
