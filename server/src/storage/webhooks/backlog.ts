import type { Reader, Transaction } from '../database.ts';
import { amongNumbers } from '../in-index.ts';
import { DUE_NOW } from './due-now.ts';
import { LOOKED_AT } from './events.ts';

/** Due deliveries of a webhook beyond which its events wait without one. */
export const MOST_DUE = 1000;
/** Rows of a backlog that become deliveries together; they have one event or many. */
const ROWS_AT_ONCE = 1000;

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
 * Makes deliveries of the first rows of a webhook's backlog, until they have about a thousand events. They are due, also
 * behind one that is retried later: who sends parks these. In one statement, since the service can receive thousands in a
 * second. Returns how many events the rows had.
 */
export async function deliverBacklog(
  tx: Transaction,
  webhookId: string,
  now: number,
): Promise<number> {
  const oldest = 'select id, events from webhook_backlog where webhook_id = ? order by id limit ?';
  const counts = await tx.all<Record<'id' | 'events', number>>(oldest, [webhookId, ROWS_AT_ONCE]);
  let [last, events] = [0, 0];
  for (const row of counts) {
    if (events >= MOST_DUE) break;
    last = row.id;
    events += row.events;
  }
  if (events === 0) return 0;
  const first = 'webhook_id = ? and id <= ?';
  const rows = await tx.all<{ seqs: string }>(
    `select seqs from webhook_backlog where ${first} order by id`,
    [webhookId, last],
  );
  await tx.run(`delete from webhook_backlog where ${first}`, [webhookId, last]);
  const [among, list] = amongNumbers(tx.engine, rows.map(({ seqs }) => seqs).join(','));
  await tx.run(
    `insert into webhook_deliveries (webhook_id, event_seq, subject, state, attempts, tries, next_at)
     select w.id, e.seq, e.subject, 'pending', 0, 0, ${DUE_NOW[tx.engine]}
     from webhooks w, webhook_events e
     where w.id = ? and e.seq ${among}
     on conflict do nothing`,
    [now, webhookId, list],
  );
  return events;
}

/**
 * Which of the events with these numbers, from `first` to `last`, have no delivery to the webhook yet and will get one, or may
 * get one. Only rows with such numbers are read, since there can be many.
 */
export async function listWaiting(
  db: Reader,
  webhookId: string,
  first: number,
  last: number,
): Promise<ReadonlySet<number>> {
  const overlap = 'first_seq <= ? and last_seq >= ?';
  const rows = await db.all<{ seqs: string }>(
    `select seqs from webhook_backlog where webhook_id = ? and ${overlap}
     union all select seqs from webhook_new_events where ${overlap}
     union all select cast(seq as text) from webhook_events where pending = 1 and seq <= ? and seq >= ?`,
    [webhookId, last, first, last, first, last, first],
  );
  const waiting = new Set<number>();
  for (const { seqs } of rows) {
    for (const seq of seqs.split(',').map(Number)) {
      if (seq >= first && seq <= last) waiting.add(seq);
    }
  }
  return waiting;
}

/** Deletes the first rows of the backlog of a webhook. Returns how many. */
export async function deleteBacklog(
  tx: Transaction,
  webhookId: string,
  limit: number,
): Promise<number> {
  const oldest = 'select id from webhook_backlog where webhook_id = ? order by id limit ?';
  const rows = await tx.all<{ id: number }>(oldest, [webhookId, limit]);
  const last = rows.at(-1)?.id ?? 0;
  await tx.run('delete from webhook_backlog where webhook_id = ? and id <= ?', [webhookId, last]);
  return rows.length;
}

/**
 * Deletes those of the first rows after a number that refer only to events that were deleted. Returns the last number that it
 * looked at; undefined: the rows after it have events, because the oldest ones are deleted first.
 */
export async function deleteRowsWithoutEvents(
  tx: Transaction,
  table: 'webhook_backlog' | 'webhook_new_events',
  after: number,
  now: number,
): Promise<number | undefined> {
  const rows = await tx.all<{ id: number; createdAt: number | null }>(
    `select id, (select e.created_at from webhook_events e
       where e.seq >= first_seq and e.seq <= last_seq order by e.seq limit 1) as "createdAt"
     from ${table} where id > ? order by id limit ?`,
    [after, LOOKED_AT],
  );
  const old = rows.filter(({ createdAt }) => createdAt === null).map(({ id }) => id);
  // Events of a clock that was ahead are deleted later than those after them.
  const hasMore = old.length > 0 || rows.every(({ createdAt }) => (createdAt ?? 0) > now);
  if (old.length > 0) {
    const [among, list] = amongNumbers(tx.engine, old);
    await tx.run(`delete from ${table} where id ${among}`, [list]);
  }
  return rows.length === LOOKED_AT && hasMore ? rows.at(-1)?.id : undefined;
}
