import { KEY_KEPT_MS, type Transaction } from './database.ts';

/** Rows of one transaction, so that other writes do not wait long. */
const ROWS_AT_A_TIME = 500;

/** Deletes some expired keys; returns whether there may be more. */
export async function removeOldKeys(tx: Transaction, now: number): Promise<boolean> {
  const removed = await tx.run(
    `delete from idempotency_keys where (app_id, key) in
       (select app_id, key from idempotency_keys where created_at <= ? limit ${ROWS_AT_A_TIME})`,
    [now - KEY_KEPT_MS],
  );
  return removed === ROWS_AT_A_TIME;
}
