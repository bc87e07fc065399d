import type { AttemptResult } from '../../domain/webhook/attempt.ts';
import type { Reader, Transaction } from '../database.ts';
import { insertRow, selectList } from '../rows.ts';

/** An attempt in the log. Times are milliseconds since 1970-01-01 UTC. */
export type Attempt = Pick<AttemptResult, 'at' | 'durationMs' | 'status' | 'error' | 'response'>;

const FIELDS = ['at', 'durationMs', 'status', 'error', 'response'] as const;

export function insertAttempt(
  tx: Transaction,
  webhookId: string,
  eventSeq: number,
  attempt: Attempt,
): Promise<void> {
  const row = { webhookId, eventSeq, ...attempt };
  return insertRow(tx, 'webhook_attempts', ['webhookId', 'eventSeq', ...FIELDS], row);
}

/** Whether an attempt is in the log. No two of a delivery begin at the same time and take as long. */
export async function hasAttempt(
  db: Reader,
  webhookId: string,
  eventSeq: number,
  { at, durationMs }: Attempt,
): Promise<boolean> {
  const rows = await db.all(
    `select 1 from webhook_attempts
     where webhook_id = ? and event_seq = ? and at = ? and duration_ms = ? limit 1`,
    [webhookId, eventSeq, at, durationMs],
  );
  return rows.length > 0;
}

/** Deletes the attempts of a webhook, also those without a delivery. */
export async function deleteAttempts(tx: Transaction, webhookId: string): Promise<void> {
  await tx.run('delete from webhook_attempts where webhook_id = ?', [webhookId]);
}

/** The last attempts of a delivery, oldest first. */
export async function listAttempts(
  db: Reader,
  webhookId: string,
  eventSeq: number,
  limit: number,
): Promise<Attempt[]> {
  const attempts = await db.all<Attempt>(
    `select ${selectList(FIELDS)} from webhook_attempts
     where webhook_id = ? and event_seq = ? order by seq desc limit ?`,
    [webhookId, eventSeq, limit],
  );
  return attempts.toReversed();
}
