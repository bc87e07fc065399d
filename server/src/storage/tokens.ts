import type { TokenKind } from '../domain/access/token.ts';
import type { Database, Reader, Transaction } from './database.ts';
import { memberName } from './members.ts';
import { insertRow, selectList } from './rows.ts';

/** A token without its secret. Times are milliseconds since 1970-01-01 UTC. */
export interface StoredToken {
  readonly id: string;
  readonly appId: string;
  readonly kind: TokenKind;
  readonly prefix: string;
  /** Null: it has none. */
  readonly name: string | null;
  readonly createdAt: number;
  /** The id of a member or a token, or `operator`; null: unknown. */
  readonly createdBy: string | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

const FIELDS = ['id', 'appId', 'kind', 'prefix', 'name', 'createdAt', 'createdBy'] as const;
const COLUMNS = selectList([...FIELDS, 'lastUsedAt', 'revokedAt']);

export function insertToken(
  tx: Transaction,
  token: Omit<StoredToken, 'lastUsedAt' | 'revokedAt'> & { readonly digest: string },
): Promise<void> {
  return insertRow(tx, 'tokens', [...FIELDS, 'digest'], token);
}

export function findTokenByDigest(db: Database, digest: string): Promise<StoredToken | undefined> {
  return db.lookUp<StoredToken>(`select digest, ${COLUMNS} from tokens`, 'digest', digest);
}

/** A token with the name of its author. */
export interface ListedToken extends StoredToken {
  /** The name, or else the e-mail address, of a member; null for all others. */
  readonly byName: string | null;
}

const LISTED = `${COLUMNS}, ${memberName('created_by')}`;

/** The tokens of an app, oldest first: all, or some of them. */
export function listTokens(
  db: Reader,
  appId: string,
  some?: { readonly limit: number; readonly skip: number },
): Promise<ListedToken[]> {
  const all = `select ${LISTED} from tokens where app_id = ? order by created_at, id`;
  return some === undefined
    ? db.all<ListedToken>(all, [appId])
    : db.all<ListedToken>(`${all} limit ? offset ?`, [appId, some.limit, some.skip]);
}

export async function isActiveToken(db: Reader, id: string): Promise<boolean> {
  const sql = 'select 1 from tokens where id = ? and revoked_at is null';
  return (await db.all(sql, [id])).length > 0;
}

export async function countActiveTokens(db: Reader, appId: string): Promise<number> {
  const sql = 'select count(*) as count from tokens where app_id = ? and revoked_at is null';
  return (await db.all<{ count: number }>(sql, [appId]))[0]?.count ?? 0;
}

/** Whether the app has a valid token of any kind, or for a platform. */
export async function hasActiveToken(
  db: Reader,
  appId: string,
  of: 'any' | 'platform' = 'any',
): Promise<boolean> {
  const kind = of === 'platform' ? `and kind <> 'server'` : '';
  const sql = `select 1 from tokens where app_id = ? and revoked_at is null ${kind} limit 1`;
  return (await db.all(sql, [appId])).length > 0;
}

/** The tokens of an app whose id is `wanted`, or whose prefix begins with it. */
export function findTokens(db: Reader, appId: string, wanted: string): Promise<ListedToken[]> {
  const sql = `select ${LISTED} from tokens where app_id = ? and (id = ? or substr(prefix, 1, length(?)) = ?)`;
  return db.all<ListedToken>(sql, [appId, wanted, wanted, wanted]);
}

/** Returns false if the token was revoked before. */
export async function revokeToken(tx: Transaction, id: string, now: number): Promise<boolean> {
  const sql = 'update tokens set revoked_at = ? where id = ? and revoked_at is null';
  return (await tx.run(sql, [now, id])) === 1;
}

export async function touchToken(tx: Transaction, id: string, usedAt: number): Promise<void> {
  await tx.run(
    'update tokens set last_used_at = ? where id = ? and (last_used_at is null or last_used_at < ?)',
    [usedAt, id, usedAt],
  );
}
