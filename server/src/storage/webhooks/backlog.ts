import type { Database, Reader, Transaction } from '../database.ts';
import { amongNumbers } from '../in-index.ts';

/** Due deliveries of a webhook beyond which its events wait without one. */
export const MOST_DUE = 1000;
/** A webhook gets no events from before it was created; the clocks of instances can differ by this much. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** Events that a webhook gets, after those that it was given before. */
export async function addToBacklog(
  tx: Transaction,
  webhookId: string,
  seqs: readonly number[],
): Promise<void> {
  const first = seqs.reduce((least, seq) => Math.min(least, seq));
  const last = seqs.reduce((most, seq) => Math.max(most, seq));
  await tx.run(
    'insert into webhook_backlog (webhook_id, events, first_seq, last_seq, seqs) values (?, ?, ?, ?, ?)',
    [webhookId, seqs.length, first, last, seqs.join(',')],
  );
}

/** The enabled webhooks whose backlog can become deliveries, because few of theirs are due. */
export async function listReadyBacklogs(db: Reader, now: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    `select w.id from webhooks w where w.state = 'enabled'
       and exists (select 1 from webhook_backlog b where b.webhook_id = w.id)
       and (select count(*) from (select 1 from webhook_deliveries d
         where d.webhook_id = w.id and d.state = 'pending' and d.next_at <= ? limit ${MOST_DUE}) due) < ${MOST_DUE}`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/**
 * Makes deliveries of the first row of a webhook's backlog. They are due, also behind one that is retried later: who sends
 * parks these. In one statement, since the service can receive thousands in a second.
 */
export async function deliverBacklog(
  engine: Database['engine'],
  tx: Transaction,
  webhookId: string,
  now: number,
): Promise<void> {
  const oldest = 'select id, seqs from webhook_backlog where webhook_id = ? order by id limit 1';
  const [row] = await tx.all<{ id: number; seqs: string }>(oldest, [webhookId]);
  if (!row) return;
  await tx.run('delete from webhook_backlog where id = ?', [row.id]);
  const [among, list] = amongNumbers(engine, row.seqs);
  await tx.run(
    `insert into webhook_deliveries (webhook_id, event_seq, subject, state, attempts, tries, next_at)
     select w.id, e.seq, e.subject, 'pending', 0, 0, ?
     from webhooks w, webhook_events e
     where w.id = ? and e.seq ${among} and e.created_at >= w.created_at - ${CLOCK_DIFFERENCE_MS}
     on conflict do nothing`,
    [now, webhookId, list],
  );
}

/** The first event that the webhook will be sent or not without a replay; undefined: all have deliveries. */
export async function firstUndelivered(db: Reader, webhookId: string): Promise<number | undefined> {
  const [row] = await db.all<{ seq: number | null }>(
    `select min(seq) as seq from (
       select min(first_seq) as seq from webhook_backlog where webhook_id = ?
       union all select min(first_seq) from webhook_new_events
       union all select min(seq) from webhook_events where pending = 1) waiting`,
    [webhookId],
  );
  return row?.seq ?? undefined;
}

export async function deleteBacklog(tx: Transaction, webhookId: string): Promise<void> {
  await tx.run('delete from webhook_backlog where webhook_id = ?', [webhookId]);
}

/** Deletes what refers only to events that were deleted. */
export async function deleteOldBacklog(tx: Transaction): Promise<void> {
  const old = 'last_seq < coalesce((select min(seq) from webhook_events), last_seq + 1)';
  await tx.run(`delete from webhook_backlog where ${old}`);
  await tx.run(`delete from webhook_new_events where ${old}`);
}
