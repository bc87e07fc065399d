import type { WebhookEvent } from '../../domain/webhook/event.ts';
import type { Reader, Transaction } from '../database.ts';
import { amongNumbers } from '../in-index.ts';
import { eventValues, INSERT_EVENT, REPORT_EVENT } from './event-rows.ts';

/** Adds an event in the transaction of what it reports. */
export async function appendEvent(tx: Transaction, event: WebhookEvent): Promise<void> {
  await tx.run(INSERT_EVENT, eventValues(event));
  await tx.run(REPORT_EVENT, [event.id]);
}

/** Adds an event for which the caller makes the deliveries. Returns its number. */
export async function insertSettledEvent(tx: Transaction, event: WebhookEvent): Promise<number> {
  const sql = `${INSERT_EVENT} returning seq`;
  const [row] = await tx.all<{ seq: number }>(sql, eventValues(event));
  if (!row) throw new Error(`the event ${event.id} was not added`);
  return row.seq;
}

/** An event, as far as it decides which webhooks get it. */
export interface EventSummary {
  readonly seq: number;
  readonly appId: string;
  readonly type: WebhookEvent['type'];
  readonly subject: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
}

/** An event of an app. */
export interface StoredEvent {
  readonly seq: number;
  readonly id: string;
  readonly type: WebhookEvent['type'];
  readonly payload: string;
  readonly createdAt: number;
}

/** How many events, or rows about them, one statement looks at: others wait for it, and there can be millions. */
export const LOOKED_AT = 500;

/** By how much the times of events can be out of the order of their numbers. */
const DISORDER_MS = 120_000;

/** The first number from which events are not older than `since`, by halving: no index has their times. */
async function firstSince(db: Reader, first: number, end: number, since: number): Promise<number> {
  let [low, high] = [first, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await db.all<{ seq: number; createdAt: number }>(
      `select seq, created_at as "createdAt" from webhook_events where seq >= ? order by seq limit 1`,
      [middle],
    );
    if (!event || event.seq >= end || event.createdAt >= since) high = middle;
    else low = event.seq + 1;
  }
  return low;
}

/** The events of an app that are not older than `since`, in their order, in parts that can be empty. */
export async function* eventsSince(
  db: Reader,
  appId: string,
  since: number,
): AsyncGenerator<EventSummary[]> {
  const [range] = await db.all<{ first: number | null; last: number | null }>(
    'select min(seq) as first, max(seq) as last from webhook_events',
  );
  const end = (range?.last ?? 0) + 1;
  const start = await firstSince(db, range?.first ?? end, end, since - DISORDER_MS);
  for (let from = start; from < end; from += LOOKED_AT) {
    const rows = await db.all<Omit<EventSummary, 'tags'> & { readonly tags: string }>(
      `select seq, app_id as "appId", type, subject, tags, created_at as "createdAt" from webhook_events
       where seq >= ? and seq < ? and app_id = ? and created_at >= ? order by seq`,
      [from, Math.min(from + LOOKED_AT, end), appId, since],
    );
    yield rows.map(({ tags, ...event }) => ({ ...event, tags: JSON.parse(tags) as string[] }));
  }
}

/**
 * Deletes some events from before a time with their deliveries and attempts, delivered or not. Looks at the first ones after
 * a number. Returns the last number that it looked at; undefined: there are no more old events.
 */
export async function deleteOldEvents(
  tx: Transaction,
  before: number,
  after: number,
  now: number,
): Promise<number | undefined> {
  // In the order of their numbers, which is nearly that of their times.
  const next =
    'select seq, created_at as "createdAt" from webhook_events where seq > ? order by seq limit ?';
  const rows = await tx.all<{ seq: number; createdAt: number }>(next, [after, LOOKED_AT]);
  const seqs = rows.filter(({ createdAt }) => createdAt < before).map(({ seq }) => seq);
  // Events of a clock that was ahead say nothing about those after them.
  const hasMore = seqs.length > 0 || rows.every(({ createdAt }) => createdAt > now);
  const last = rows.length === LOOKED_AT && hasMore ? rows.at(-1)?.seq : undefined;
  if (seqs.length === 0) return last;
  const [among, list] = amongNumbers(tx.engine, seqs);
  // By their deliveries: the index of attempts begins with the webhook, and the log can have millions.
  await tx.run(
    `delete from webhook_attempts where (webhook_id, event_seq) in
       (select webhook_id, event_seq from webhook_deliveries where event_seq ${among})`,
    [list],
  );
  await tx.run(`delete from webhook_deliveries where event_seq ${among}`, [list]);
  await tx.run(`delete from webhook_events where seq ${among}`, [list]);
  return last;
}
