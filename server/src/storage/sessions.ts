import { sessionEnd, SESSION_MAX_MS } from '../domain/access/session.ts';
import type { Database, Reader, Transaction } from './database.ts';
import { DELETED_AT_ONCE, insertRow, selectList } from './rows.ts';

/** A browser that is signed in. Times are milliseconds since 1970-01-01 UTC. */
export interface StoredSession {
  readonly id: string;
  readonly memberId: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly userAgent: string;
  readonly address: string;
}

/** A session, ended or not, with its member. */
export interface FoundSession {
  readonly id: string;
  readonly memberId: string;
  readonly email: string;
  readonly name: string;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}

const FIND = `select digest, s.id, m.id as "memberId", m.email, m.name,
    s.expires_at as "expiresAt", s.ended_at as "endedAt"
  from sessions s join members m on m.id = s.member_id`;

export function findSessionByDigest(
  db: Database,
  digest: string,
): Promise<FoundSession | undefined> {
  return db.lookUp<FoundSession>(FIND, 'digest', digest);
}

const TIMES = ['createdAt', 'lastSeenAt', 'expiresAt'] as const;
const FIELDS = ['id', 'memberId', ...TIMES, 'userAgent', 'address'] as const;
const COLUMNS = selectList(FIELDS);

/** The active sessions of a member, most recently used first. */
export function listSessions(db: Reader, memberId: string, now: number): Promise<StoredSession[]> {
  return db.all<StoredSession>(
    `select ${COLUMNS} from sessions where member_id = ? and ended_at is null and expires_at > ?
     order by last_seen_at desc, id`,
    [memberId, now],
  );
}

/** An active session, if it is one of this member. */
export async function findOwnSession(
  db: Reader,
  memberId: string,
  id: string,
  now: number,
): Promise<StoredSession | undefined> {
  const sql = `select ${COLUMNS} from sessions
    where id = ? and member_id = ? and ended_at is null and expires_at > ?`;
  return (await db.all<StoredSession>(sql, [id, memberId, now]))[0];
}

/** The addresses from which a member has signed in recently, newest first. */
export async function listAddresses(db: Reader, memberId: string): Promise<string[]> {
  const rows = await db.all<{ address: string }>(
    `select address from sessions where member_id = ? group by address
     order by max(created_at) desc limit 200`,
    [memberId],
  );
  return rows.map(({ address }) => address);
}

export async function insertSession(
  tx: Transaction,
  session: StoredSession & { readonly digest: string },
): Promise<void> {
  await insertRow(tx, 'sessions', [...FIELDS, 'digest'], session);
}

/** Writes the last use of a session, which extends it, unless a later one is stored. */
export async function touchSession(tx: Transaction, id: string, usedAt: number): Promise<void> {
  const sql = 'select created_at as "createdAt" from sessions where id = ? and last_seen_at < ?';
  const [session] = await tx.all<{ createdAt: number }>(sql, [id, usedAt]);
  if (!session) return;
  const end = sessionEnd(session.createdAt, usedAt);
  const update = `update sessions set last_seen_at = ?, expires_at = ?
    where id = ? and last_seen_at < ?`;
  await tx.run(update, [usedAt, end, id, usedAt]);
}

/** Ends a session; false if it had already ended. */
export async function endSession(tx: Transaction, id: string, now: number): Promise<boolean> {
  const sql = 'update sessions set ended_at = ? where id = ? and ended_at is null';
  return (await tx.run(sql, [now, id])) === 1;
}

/**
 * Deletes all sessions of a member, including the addresses of earlier sign-ins.
 */
export async function deleteSessions(tx: Transaction, memberId: string): Promise<void> {
  await tx.run('delete from sessions where member_id = ?', [memberId]);
}

/** Deletes some sessions that have expired by their age, with their addresses; returns how many. */
export function removeOldSessions(tx: Transaction, now: number): Promise<number> {
  return tx.run(
    `delete from sessions where id in
       (select id from sessions where created_at <= ? limit ${DELETED_AT_ONCE})`,
    [now - SESSION_MAX_MS],
  );
}

/** The sessions of a member that are kept: active ones, and those that have ended, for the known networks. */
const MAX_ACTIVE = 100;
const MAX_ENDED = 900;

/**
 * Makes room for a new session of a member, who may be a program that never signs out: ends the oldest active sessions and
 * deletes the oldest ended ones, a limited number at a time.
 */
export async function makeRoomForSession(
  tx: Transaction,
  memberId: string,
  now: number,
): Promise<void> {
  const oldest = (state: string, kept: number): string =>
    `id in (select id from sessions where member_id = ? and ${state}
       order by created_at desc, id desc limit ${DELETED_AT_ONCE} offset ${kept})`;
  const active = oldest('ended_at is null and expires_at > ?', MAX_ACTIVE - 1);
  await tx.run(`update sessions set ended_at = ? where ${active}`, [now, memberId, now]);
  const ended = oldest('(ended_at is not null or expires_at <= ?)', MAX_ENDED);
  await tx.run(`delete from sessions where ${ended}`, [memberId, now]);
}

export async function endSessions(tx: Transaction, memberId: string, now: number): Promise<void> {
  const sql = 'update sessions set ended_at = ? where member_id = ? and ended_at is null';
  await tx.run(sql, [now, memberId]);
}
