import type { WebhookEvent } from '../../domain/webhook/event.ts';
import type { Reader, Transaction } from '../database.ts';
import { eventValues, INSERT_EVENT } from './event-rows.ts';

/** Adds an event in the transaction of what it reports. */
export async function appendEvent(tx: Transaction, event: WebhookEvent): Promise<void> {
  await tx.run(INSERT_EVENT, eventValues(event));
}

/** Adds an event for which the caller makes the deliveries. Returns its number. */
export async function insertSettledEvent(tx: Transaction, event: WebhookEvent): Promise<number> {
  await appendEvent(tx, event);
  const set = 'update webhook_events set pending = 0 where id = ?';
  await tx.run(set, [event.id]);
  const find = 'select seq from webhook_events where id = ?';
  const [row] = await tx.all<{ seq: number }>(find, [event.id]);
  if (!row) throw new Error(`the event ${event.id} disappeared right after it was added`);
  return row.seq;
}

/** An event without deliveries. */
export interface PendingEvent {
  readonly seq: number;
  readonly appId: string;
  readonly type: WebhookEvent['type'];
  readonly subject: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
}

export async function hasPendingEvents(db: Reader): Promise<boolean> {
  return (await db.all('select 1 from webhook_events where pending = 1 limit 1')).length > 0;
}

/** The oldest events without deliveries. */
export async function listPendingEvents(db: Reader, limit: number): Promise<PendingEvent[]> {
  const rows = await db.all<Omit<PendingEvent, 'tags'> & { readonly tags: string }>(
    `select seq, app_id as "appId", type, subject, tags, created_at as "createdAt" from webhook_events
     where pending = 1 order by seq limit ?`,
    [limit],
  );
  return rows.map(({ tags, ...event }) => ({ ...event, tags: JSON.parse(tags) as string[] }));
}

/** The event was given to its webhooks. */
export async function settleEvents(tx: Transaction, seqs: readonly number[]): Promise<void> {
  const list = seqs.map(() => '?').join(', ');
  await tx.run(`update webhook_events set pending = 0 where seq in (${list})`, seqs);
}

/** An event of an app. */
export interface StoredEvent {
  readonly seq: number;
  readonly id: string;
  readonly type: WebhookEvent['type'];
  readonly payload: string;
  readonly createdAt: number;
}

/** The events of an app after `seq` that are not older than `since`, in their order. */
export async function listEventsSince(
  db: Reader,
  appId: string,
  {
    since,
    after,
    limit,
  }: { readonly since: number; readonly after: number; readonly limit: number },
): Promise<PendingEvent[]> {
  const rows = await db.all<Omit<PendingEvent, 'tags'> & { readonly tags: string }>(
    `select seq, app_id as "appId", type, subject, tags, created_at as "createdAt" from webhook_events
     where app_id = ? and seq > ? and created_at >= ? and pending = 0 order by seq limit ?`,
    [appId, after, since, limit],
  );
  return rows.map(({ tags, ...event }) => ({ ...event, tags: JSON.parse(tags) as string[] }));
}

/**
 * Deletes some events that are older than `before`, with their deliveries and attempts, delivered or not. Returns how
 * many were deleted.
 */
export async function deleteOldEvents(
  tx: Transaction,
  before: number,
  limit: number,
): Promise<number> {
  // In the order of their numbers, which is nearly that of their times.
  const oldest = 'select seq, created_at as "createdAt" from webhook_events order by seq limit ?';
  const rows = await tx.all<{ seq: number; createdAt: number }>(oldest, [limit]);
  const seqs = rows.filter(({ createdAt }) => createdAt < before).map(({ seq }) => seq);
  if (seqs.length === 0) return 0;
  const list = seqs.map(() => '?').join(', ');
  await tx.run(`delete from webhook_attempts where event_seq in (${list})`, seqs);
  await tx.run(`delete from webhook_deliveries where event_seq in (${list})`, seqs);
  await tx.run(`delete from webhook_events where seq in (${list})`, seqs);
  return seqs.length;
}
