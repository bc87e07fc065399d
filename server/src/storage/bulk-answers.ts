import { KEY_KEPT_MS, type Transaction } from './database.ts';
import { FIND_KEY, SAVE_KEY, TAKE_KEY, type KeyRow } from './idempotency-keys.ts';

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

/** `reused`: the key was used for another request within a day. */
export async function takeBulkKey(
  tx: Transaction,
  { appId, key, bodyDigest, now }: BulkKey,
): Promise<'new' | 'repeated' | 'reused'> {
  if ((await tx.run(TAKE_KEY, [appId, key, bodyDigest, '', 1, now])) === 1) return 'new';
  const [row] = await tx.all<KeyRow>(FIND_KEY, [appId, key]);
  return row?.bodyDigest === bodyDigest ? 'repeated' : 'reused';
}

export async function findBulkAnswer(
  tx: Transaction,
  { appId, key, bodyDigest, now }: BulkKey,
  index: number,
): Promise<BulkAnswer | undefined> {
  const values = [appId, keyOf(key, index), now - KEY_KEPT_MS];
  const [row] = await tx.all<KeyRow>(`${FIND_KEY} and created_at > ?`, values);
  const outcome = row && OUTCOMES[row.created];
  return outcome && row.bodyDigest === bodyDigest ? { outcome, code: row.code } : undefined;
}

export async function saveBulkAnswer(
  tx: Transaction,
  { appId, key, bodyDigest, now }: BulkKey,
  index: number,
  { outcome, code }: BulkAnswer,
): Promise<void> {
  const created = OUTCOMES.indexOf(outcome);
  await tx.run(SAVE_KEY, [appId, keyOf(key, index), bodyDigest, code, created, now]);
}
