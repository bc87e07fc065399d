import type { WebhookEvent } from '../../domain/webhook/event.ts';
import type { Reader, Transaction } from '../database.ts';
import { amongNumbers } from '../in-index.ts';

/** New events that the same webhooks want. */
export interface EventGroup {
  readonly appId: string;
  readonly type: WebhookEvent['type'];
  readonly tags: readonly string[];
  readonly seqs: readonly number[];
}

/** Events that no webhook was given yet. */
export interface NewEvents {
  readonly seqs: readonly number[];
  /** The rows that they are in. */
  readonly ids: readonly number[];
  /** Whether there can be more. */
  readonly isPart: boolean;
}

/** Rows that are read at once. Each has events of one transaction. */
const ROWS_AT_ONCE = 500;

export async function hasNewEvents(db: Reader): Promise<boolean> {
  const rows = await db.all(
    `select 1 from webhook_new_events union all select 1 from webhook_events where pending = 1 limit 1`,
  );
  return rows.length > 0;
}

/** The new events that were committed first, up to about `limit`. */
export async function listNewEvents(db: Reader, limit: number): Promise<NewEvents> {
  const rows = await db.all<{ id: number; seqs: string }>(
    'select id, seqs from webhook_new_events order by id limit ?',
    [ROWS_AT_ONCE],
  );
  const seqs: number[] = [];
  const ids: number[] = [];
  for (const row of rows) {
    seqs.push(...row.seqs.split(',').map(Number));
    ids.push(row.id);
    if (seqs.length >= limit) break;
  }
  return { seqs, ids, isPart: seqs.length >= limit || ids.length === ROWS_AT_ONCE };
}

/**
 * The events were given to webhooks. Names each row, because on PostgreSQL one with a lower number can be committed after
 * the others were read.
 */
export async function deleteNewEvents(tx: Transaction, { ids }: NewEvents): Promise<void> {
  const [among, list] = amongNumbers(tx.engine, ids);
  await tx.run(`delete from webhook_new_events where id ${among}`, [list]);
}

/**
 * Makes the events new that instances of a version before migration 0027 insert while they are replaced.
 */
export async function adoptPendingEvents(tx: Transaction, limit: number): Promise<void> {
  const which = 'select seq from webhook_events where pending = 1 order by seq limit ?';
  const rows = await tx.all<{ seq: number }>(which, [limit]);
  const [first, last] = [rows[0]?.seq, rows.at(-1)?.seq];
  if (first === undefined || last === undefined) return;
  const seqs = rows.map(({ seq }) => seq).join(',');
  const insert = 'insert into webhook_new_events (first_seq, last_seq, seqs) values (?, ?, ?)';
  await tx.run(insert, [first, last, seqs]);
  const [among, list] = amongNumbers(tx.engine, seqs);
  await tx.run(`update webhook_events set pending = 0 where seq ${among}`, [list]);
}

/** Events by what decides which webhooks want them. */
export async function groupEvents(db: Reader, seqs: readonly number[]): Promise<EventGroup[]> {
  const [among, list] = amongNumbers(db.engine, seqs);
  const rows = await db.all<{
    appId: string;
    type: WebhookEvent['type'];
    tags: string;
    seqs: string;
  }>(
    `select app_id as "appId", type, tags, string_agg(cast(seq as text), ',') as seqs
     from webhook_events where seq ${among} group by app_id, type, tags`,
    [list],
  );
  return rows.map((row) => ({
    ...row,
    tags: JSON.parse(row.tags) as string[],
    seqs: row.seqs.split(',').map(Number),
  }));
}
