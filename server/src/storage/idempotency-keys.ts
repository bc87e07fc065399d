import { KEY_KEPT_MS, type LinkRow, type Transaction } from './database.ts';

/** Rows that go at a time, so that nobody waits long behind them. */
const ROWS_AT_A_TIME = 500;

/** Removes some keys that need not be known any more; returns whether there may be others. */
export async function removeOldKeys(tx: Transaction, now: number): Promise<boolean> {
  const removed = await tx.run(
    `delete from idempotency_keys where (app_id, key) in
       (select app_id, key from idempotency_keys where created_at <= ? limit ${ROWS_AT_A_TIME})`,
    [now - KEY_KEPT_MS],
  );
  return removed === ROWS_AT_A_TIME;
}

/** The answer that a key got before. */
export interface KeptAnswer {
  readonly bodyDigest: string;
  readonly code: string;
  readonly created: boolean;
}

/** Takes a key, for `keepAnswer` in the same transaction; returns what it stands for if it came before. */
export async function takeKey(
  tx: Transaction,
  { appId, once, createdAt }: LinkRow,
): Promise<KeptAnswer | undefined> {
  if (!once) return undefined;
  const taken = await tx.run(
    `insert into idempotency_keys as k (app_id, key, body_digest, code, created, created_at)
       values (?, ?, ?, '', 1, ?)
     on conflict (app_id, key) do update
       set body_digest = excluded.body_digest, code = '', created = 1, created_at = excluded.created_at
       where k.created_at <= excluded.created_at - ${KEY_KEPT_MS}`,
    [appId, once.key, once.bodyDigest, createdAt],
  );
  if (taken === 1) return undefined;
  const [answer] = await tx.all<{ body_digest: string; code: string; created: number }>(
    'select body_digest, code, created from idempotency_keys where app_id = ? and key = ?',
    [appId, once.key],
  );
  return (
    answer && {
      bodyDigest: answer.body_digest,
      code: answer.code,
      created: answer.created === 1,
    }
  );
}

export async function keepAnswer(
  tx: Transaction,
  { appId, once }: LinkRow,
  code: string,
  created: boolean,
): Promise<void> {
  if (!once) return;
  const sql = 'update idempotency_keys set code = ?, created = ? where app_id = ? and key = ?';
  await tx.run(sql, [code, created ? 1 : 0, appId, once.key]);
}
