import { KEY_KEPT_MS, type Transaction } from './database.ts';

/**
 * The outcomes that are stored for the `Idempotency-Key` of a request with many links: an entry for the request, and one
 * for each link, in the transaction that writes the link. A repeated request continues where the first one ended.
 */
export interface BulkKey {
  readonly appId: string;
  readonly key: string;
  readonly bodyDigest: string;
  readonly now: number;
}

const OUTCOMES = ['existing', 'created', 'updated'] as const;
export type BulkOutcome = (typeof OUTCOMES)[number];

export interface BulkAnswer {
  readonly outcome: BulkOutcome;
  readonly code: string;
}

/** No key of a client begins with a space, and those of platform tokens begin with one. */
const keyOf = (key: string, index: number): string => `  ${key} ${index}`;

const SAVE = `insert into idempotency_keys as k (app_id, key, body_digest, code, created, created_at)
  values (?, ?, ?, ?, ?, ?)
  on conflict (app_id, key) do update set body_digest = excluded.body_digest, code = excluded.code,
    created = excluded.created, created_at = excluded.created_at`;
const TAKE = `${SAVE} where k.created_at <= excluded.created_at - ${KEY_KEPT_MS}`;
const FIND = 'select body_digest, code, created from idempotency_keys where app_id = ? and key = ?';

interface Row {
  readonly body_digest: string;
  readonly code: string;
  readonly created: number;
}

/** `reused`: the key was used for another request within a day. */
export async function takeBulkKey(
  tx: Transaction,
  { appId, key, bodyDigest, now }: BulkKey,
): Promise<'new' | 'repeated' | 'reused'> {
  if ((await tx.run(TAKE, [appId, key, bodyDigest, '', 1, now])) === 1) return 'new';
  const [row] = await tx.all<Row>(FIND, [appId, key]);
  return row?.body_digest === bodyDigest ? 'repeated' : 'reused';
}

export async function findBulkAnswer(
  tx: Transaction,
  { appId, key, bodyDigest, now }: BulkKey,
  index: number,
): Promise<BulkAnswer | undefined> {
  const [row] = await tx.all<Row>(`${FIND} and created_at > ?`, [
    appId,
    keyOf(key, index),
    now - KEY_KEPT_MS,
  ]);
  const outcome = row && OUTCOMES[row.created];
  return outcome && row.body_digest === bodyDigest ? { outcome, code: row.code } : undefined;
}

export async function saveBulkAnswer(
  tx: Transaction,
  { appId, key, bodyDigest, now }: BulkKey,
  index: number,
  { outcome, code }: BulkAnswer,
): Promise<void> {
  const created = OUTCOMES.indexOf(outcome);
  await tx.run(SAVE, [appId, keyOf(key, index), bodyDigest, code, created, now]);
}
