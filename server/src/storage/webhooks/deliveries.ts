import type { NextStep } from '../../domain/webhook/attempt.ts';
import type { Reader, Transaction } from '../database.ts';
import { amongNumbers } from '../in-index.ts';
import { DUE_NOW } from './due-now.ts';
import { LOOKED_AT, type StoredEvent } from './events.ts';

export type DeliveryState = 'pending' | 'delivered' | 'failed';

/**
 * The `next_at` of a delivery that was due while an earlier one with its subject was not delivered yet. It has no time of
 * its own, so that a long queue behind one delivery is neither read nor written again before its turn.
 */
const PARKED = Date.UTC(9999, 11, 31);
/**
 * Whether an earlier one with the same subject was not delivered yet. With an offset, PostgreSQL searches the index for each
 * delivery instead of a join of all those of a subject.
 */
const IS_BLOCKED = `exists (select 1 from webhook_deliveries o
  where o.webhook_id = p.webhook_id and o.state = 'pending' and o.subject = p.subject
    and o.event_seq < p.event_seq limit 1 offset 0)`;

/** The first due deliveries of a webhook: few enough to be read often, since a replay can make many due at once. */
const FIRST_DUE = `(select webhook_id, event_seq, subject from webhook_deliveries
  where webhook_id = ? and state = 'pending' and next_at <= ? order by next_at limit 1000) p`;

/** An event that a webhook is to get. */
export interface NewDelivery {
  readonly webhookId: string;
  readonly eventSeq: number;
  readonly subject: string;
}

/** An attempt that is due. */
export interface DueDelivery extends Pick<StoredEvent, 'id' | 'payload'> {
  readonly eventSeq: number;
  readonly subject: string;
  readonly tries: number;
  readonly nextAt: number;
}

/**
 * The due deliveries of a webhook. Of each subject only the oldest, so that events stay in their order. Those that are due
 * since the same time have any order: sorting them, or joining them with their events, would read all of them for a few.
 */
export function listDue(
  db: Reader,
  webhookId: string,
  now: number,
  limit: number,
): Promise<DueDelivery[]> {
  return db.all<DueDelivery>(
    `select d.event_seq as "eventSeq", d.subject, d.tries, d.next_at as "nextAt", e.id, e.payload
     from (
       select event_seq, subject, tries, next_at from webhook_deliveries p
       where webhook_id = ? and state = 'pending' and next_at <= ?
         and not ${IS_BLOCKED}
       order by next_at limit ?
     ) d join webhook_events e on e.seq = d.event_seq order by d.event_seq`,
    [webhookId, now, limit],
  );
}

/** Which deliveries can be parked: those due at `now`, except `sending`, which are in an attempt. */
export interface Parkable {
  readonly now: number;
  readonly sending: readonly number[];
}

/** Whether some of the first due deliveries wait for an earlier one of their subject. */
export async function hasBlocked(
  db: Reader,
  webhookId: string,
  { now, sending }: Parkable,
): Promise<boolean> {
  const [among, list] = amongNumbers(db.engine, sending);
  const rows = await db.all(
    `select 1 from ${FIRST_DUE} where ${IS_BLOCKED} and not (event_seq ${among}) limit 1`,
    [webhookId, now, list],
  );
  return rows.length > 0;
}

/**
 * Parks those of the first due deliveries that wait for an earlier one of their subject. Only for the process with the lease, and
 * not while it writes what follows from attempts: a delivery that ends at the same time would not find them.
 */
export async function parkBlocked(
  tx: Transaction,
  webhookId: string,
  { now, sending }: Parkable,
): Promise<void> {
  const [among, list] = amongNumbers(tx.engine, sending);
  // Materialized: PostgreSQL can look for them again for each delivery.
  await tx.run(
    `with blocked as materialized (
       select event_seq from ${FIRST_DUE} where ${IS_BLOCKED} and not (event_seq ${among}))
     update webhook_deliveries set next_at = ${PARKED}
     where webhook_id = ? and state = 'pending' and event_seq in (select event_seq from blocked)`,
    [webhookId, now, list, webhookId],
  );
}

/** The webhooks with parked deliveries. With an offset, PostgreSQL searches the index for each webhook. */
export async function listWithParked(db: Reader): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    `select w.id from webhooks w where exists (select 1 from webhook_deliveries d
       where d.webhook_id = w.id and d.state = 'pending' and d.next_at = ${PARKED} limit 1 offset 0)`,
  );
  return rows.map(({ id }) => id);
}

/** Deliveries that are parked although the earlier ones of their subjects do not exist any more. */
export interface LeftParked {
  readonly seqs: readonly number[];
  /** The last subject that was looked at; undefined: there are no more. */
  readonly last: string | undefined;
}

/**
 * Those of a webhook, among the first that wait with subjects after one. What follows in the last subject waits for its
 * first one, so a long queue is not read.
 */
export async function listLeftParked(
  db: Reader,
  webhookId: string,
  after: string,
): Promise<LeftParked> {
  const rows = await db.all<{ subject: string; seq: number; nextAt: number }>(
    `select subject, event_seq as seq, next_at as "nextAt" from webhook_deliveries
     where webhook_id = ? and state = 'pending' and subject > ?
     order by subject, event_seq limit ?`,
    [webhookId, after, LOOKED_AT],
  );
  const firsts = rows.filter(({ subject }, index) => subject !== rows[index - 1]?.subject);
  return {
    seqs: firsts.filter(({ nextAt }) => nextAt === PARKED).map(({ seq }) => seq),
    last: rows.length === LOOKED_AT ? rows.at(-1)?.subject : undefined,
  };
}

/** Makes these due. */
export async function unparkLeft(
  tx: Transaction,
  webhookId: string,
  seqs: readonly number[],
  now: number,
): Promise<void> {
  const [among, list] = amongNumbers(tx.engine, seqs);
  await tx.run(
    `update webhook_deliveries as p set next_at = ${DUE_NOW[tx.engine]}
     where webhook_id = ? and event_seq ${among}
       and state = 'pending' and next_at = ${PARKED} and not ${IS_BLOCKED}`,
    [now, webhookId, list],
  );
}

/**
 * Counts an attempt. Returns whether the delivery still exists; then it does until the transaction ends.
 */
export async function countAttempt(
  tx: Transaction,
  webhookId: string,
  eventSeq: number,
): Promise<boolean> {
  const count = 'update webhook_deliveries set attempts = attempts + 1';
  return (
    (await tx.run(`${count} where webhook_id = ? and event_seq = ?`, [webhookId, eventSeq])) > 0
  );
}

/**
 * Writes what follows from an attempt, unless the delivery was replayed or ended in the meantime: a replay changes
 * `next_at`. When it ends, the next one with its subject is due if it was parked.
 */
export async function advanceDelivery(
  tx: Transaction,
  webhookId: string,
  { eventSeq, subject, tries, nextAt }: Omit<DueDelivery, 'id' | 'payload'>,
  next: NextStep,
  now: number,
): Promise<void> {
  await tx.run(
    `update webhook_deliveries set state = ?, tries = ?, next_at = ?
     where webhook_id = ? and event_seq = ? and state = 'pending' and tries = ? and next_at = ?`,
    [
      next.state,
      tries + 1,
      next.state === 'pending' ? next.nextAt : 0,
      webhookId,
      eventSeq,
      tries,
      nextAt,
    ],
  );
  if (next.state === 'pending') return;
  await tx.run(
    `update webhook_deliveries set next_at = ${DUE_NOW[tx.engine]}
     where webhook_id = ? and next_at = ${PARKED} and event_seq = (
       select event_seq from webhook_deliveries
       where webhook_id = ? and subject = ? and state = 'pending' order by event_seq limit 1)`,
    [now, webhookId, webhookId, subject],
  );
}

/**
 * Makes a delivery due again, or creates it. Its attempts so far stay in the log. Its time is always another one than
 * before, so that an attempt in progress, which was for that time, does not end it.
 */
export async function replayDelivery(
  tx: Transaction,
  { webhookId, eventSeq, subject }: NewDelivery,
  now: number,
): Promise<void> {
  await tx.run(
    `insert into webhook_deliveries
       (webhook_id, event_seq, subject, state, attempts, tries, next_at)
     values (?, ?, ?, 'pending', 0, 0, ${DUE_NOW[tx.engine]})
     on conflict (webhook_id, event_seq) do update
       set state = 'pending', tries = 0, next_at = excluded.next_at
         + case when webhook_deliveries.next_at = excluded.next_at then 1 else 0 end`,
    [webhookId, eventSeq, subject, now],
  );
}

/** A delivery that was tried before. */
export interface TriedDelivery {
  readonly seq: number;
  readonly nextAt: number;
}

/** Which deliveries are listed: at most `limit`, due since a time from `from` to `to`. */
export interface DueBetween {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** The deliveries of a webhook that are due and were tried before, in the order of their times. */
export function listTried(
  db: Reader,
  webhookId: string,
  { from, to, limit }: DueBetween,
): Promise<TriedDelivery[]> {
  return db.all<TriedDelivery>(
    `select event_seq as seq, next_at as "nextAt" from webhook_deliveries
     where webhook_id = ? and state = 'pending' and next_at >= ? and next_at <= ? and tries > 0
     order by next_at limit ?`,
    [webhookId, from, to, limit],
  );
}

/** Gives all retries to these: they may be in an attempt, whose result then has no effect. */
export async function forgetTries(
  tx: Transaction,
  webhookId: string,
  tried: readonly TriedDelivery[],
): Promise<void> {
  const seqs = tried.map(({ seq }) => seq);
  const [among, list] = amongNumbers(tx.engine, seqs);
  await tx.run(
    `update webhook_deliveries set tries = 0
     where webhook_id = ? and event_seq ${among} and state = 'pending'`,
    [webhookId, list],
  );
}

/** Makes some deliveries due that wait for a later time, with all their retries. Returns how many. */
export function makeDue(
  tx: Transaction,
  webhookId: string,
  now: number,
  limit: number,
): Promise<number> {
  return tx.run(
    `update webhook_deliveries set next_at = ?, tries = 0 where webhook_id = ? and event_seq in (
       select event_seq from webhook_deliveries
       where webhook_id = ? and state = 'pending' and next_at > ? and next_at < ${PARKED}
       order by next_at limit ?)`,
    [now, webhookId, webhookId, now, limit],
  );
}

/** A delivery with its event. */
export interface Delivery extends StoredEvent {
  readonly subject: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly nextAt: number;
}

/** A parked one is sent after the first one of its subject. */
const NEXT_AT = `case when d.state = 'pending' and d.next_at = ${PARKED}
  then (select f.next_at from webhook_deliveries f
    where f.webhook_id = d.webhook_id and f.subject = d.subject and f.state = 'pending'
    order by f.event_seq limit 1)
  else d.next_at end`;
const COLUMNS = `e.seq, e.id, e.type, e.payload, e.created_at as "createdAt", d.subject, d.state,
  d.attempts, ${NEXT_AT} as "nextAt", w.paused_until as "pausedUntil"`;
const JOINED = `webhook_deliveries d join webhook_events e on e.seq = d.event_seq
  join webhooks w on w.id = d.webhook_id`;

type DeliveryRow = Delivery & { readonly pausedUntil: number };

/** While the receiver has asked for a pause, nothing is sent to it. */
function deliveryOf({ pausedUntil, nextAt, ...row }: DeliveryRow): Delivery {
  return { ...row, nextAt: Math.max(nextAt, pausedUntil) };
}

/** Constants, so that the index of those that failed can be used. */
const IN_STATE: Readonly<Record<DeliveryState, string>> = {
  pending: `and d.state = 'pending'`,
  delivered: `and d.state = 'delivered'`,
  failed: `and d.state = 'failed'`,
};

/** The newest deliveries of a webhook that are older than `before`; with `state`, only those. */
export async function listDeliveries(
  db: Reader,
  webhookId: string,
  state: DeliveryState | undefined,
  before: number,
  limit: number,
): Promise<Delivery[]> {
  const rows = await db.all<DeliveryRow>(
    `select ${COLUMNS} from ${JOINED} where d.webhook_id = ? and d.event_seq < ?
     ${state === undefined ? '' : IN_STATE[state]} order by d.event_seq desc limit ?`,
    [webhookId, before, limit],
  );
  return rows.map(deliveryOf);
}

/** `id`: of the event. */
export async function findDelivery(
  db: Reader,
  webhookId: string,
  id: string,
): Promise<Delivery | undefined> {
  const sql = `select ${COLUMNS} from ${JOINED} where d.webhook_id = ? and e.id = ?`;
  const [row] = await db.all<DeliveryRow>(sql, [webhookId, id]);
  return row && deliveryOf(row);
}

/** Deletes some deliveries of a webhook with their attempts. Returns how many were deleted. */
export async function deleteDeliveries(
  tx: Transaction,
  webhookId: string,
  limit: number,
): Promise<number> {
  const rows = await tx.all<{ seq: number }>(
    'select event_seq as seq from webhook_deliveries where webhook_id = ? limit ?',
    [webhookId, limit],
  );
  if (rows.length === 0) return 0;
  const seqs = rows.map(({ seq }) => seq);
  const [among, list] = amongNumbers(tx.engine, seqs);
  const which = `webhook_id = ? and event_seq ${among}`;
  await tx.run(`delete from webhook_attempts where ${which}`, [webhookId, list]);
  await tx.run(`delete from webhook_deliveries where ${which}`, [webhookId, list]);
  return rows.length;
}
