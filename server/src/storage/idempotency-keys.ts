import { KEY_KEPT_MS, type Reader, type Transaction } from './database.ts';
import type { StoredAnswer } from './link-insert.ts';
import { DELETED_AT_ONCE } from './rows.ts';

/** Stores what belongs to a key, in place of what it had. */
export const SAVE_KEY = `insert into idempotency_keys as k (app_id, key, body_digest, code, created, created_at)
  values (?, ?, ?, ?, ?, ?)
  on conflict (app_id, key) do update set body_digest = excluded.body_digest, code = excluded.code,
    created = excluded.created, created_at = excluded.created_at`;
/** The same, unless the key was used within a day. */
export const TAKE_KEY = `${SAVE_KEY} where k.created_at <= excluded.created_at - ${KEY_KEPT_MS}`;
export const FIND_KEY = `select body_digest as "bodyDigest", code, created from idempotency_keys
  where app_id = ? and key = ?`;

/** What `FIND_KEY` selects. */
export interface KeyRow extends Omit<StoredAnswer, 'created'> {
  readonly created: number;
}

/** The outcome that is stored for a key; undefined if there is none, or it is older than a day. */
export async function findAnswer(
  db: Reader,
  appId: string,
  key: string,
  now: number,
): Promise<StoredAnswer | undefined> {
  const values = [appId, key, now - KEY_KEPT_MS];
  const row = await db.find<KeyRow>(`${FIND_KEY} and code <> '' and created_at > ?`, values);
  return row && { ...row, created: row.created === 1 };
}

/** Deletes some expired keys; returns how many. */
export function removeOldKeys(tx: Transaction, now: number): Promise<number> {
  const before = now - KEY_KEPT_MS;
  // The outer condition is for PostgreSQL: a request can use the key again after the subquery has found it.
  return tx.run(
    `delete from idempotency_keys where created_at <= ? and (app_id, key) in
       (select app_id, key from idempotency_keys where created_at <= ? limit ${DELETED_AT_ONCE})`,
    [before, before],
  );
}
