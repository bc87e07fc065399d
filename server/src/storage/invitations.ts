import type { Role } from '../domain/access/role.ts';
import type { Reader, Transaction } from './database.ts';
import { memberName } from './members.ts';
import { DELETED_AT_ONCE, insertRow, selectList } from './rows.ts';

/** The purpose of a one-time link. Times are milliseconds since 1970-01-01 UTC. */
interface Common {
  readonly id: string;
  /** The id of a member or a token, or `operator`. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** An invitation to become a member of an app. */
export interface JoinInvitation extends Common {
  readonly kind: 'join';
  /** Null: for anyone who has the link. */
  readonly email: string | null;
  readonly appId: string;
  readonly role: Role;
}

/** A link to choose a new password. */
export interface PasswordInvitation extends Common {
  readonly kind: 'password';
  readonly email: string;
  readonly appId: null;
  readonly role: null;
}

export type Invitation = JoinInvitation | PasswordInvitation;

const TIMES = ['createdAt', 'expiresAt'] as const;
const FIELDS = ['id', 'kind', 'email', 'appId', 'role', 'createdBy', ...TIMES] as const;
const COLUMNS = selectList(FIELDS);
const IS_OPEN = 'used_at is null and withdrawn_at is null and expires_at > ?';

export function insertInvitation(
  tx: Transaction,
  invitation: Invitation & { readonly digest: string },
): Promise<void> {
  return insertRow(tx, 'invitations', [...FIELDS, 'digest'], invitation);
}

export async function hasInvitations(db: Reader): Promise<boolean> {
  return (await db.all('select 1 from invitations limit 1')).length > 0;
}

/** Whether the invitation of the first start, which has no e-mail address, can be used. */
export async function hasOpenFirstInvitation(db: Reader, now: number): Promise<boolean> {
  const sql = `select 1 from invitations where email is null and ${IS_OPEN} limit 1`;
  return (await db.all(sql, [now])).length > 0;
}

/** The open invitation with this digest of its secret. */
export async function findOpenInvitation(
  db: Reader,
  digest: string,
  now: number,
): Promise<Invitation | undefined> {
  const sql = `select ${COLUMNS} from invitations where digest = ? and ${IS_OPEN}`;
  return (await db.all<Invitation>(sql, [digest, now]))[0];
}

/** An invitation with its author. */
export interface ListedInvitation extends JoinInvitation {
  /** The name, or else the e-mail address, of a member; null for all others. */
  readonly byName: string | null;
}

/** The open invitations to an app, oldest first. */
export function listOpenInvitations(
  db: Reader,
  appId: string,
  now: number,
): Promise<ListedInvitation[]> {
  return db.all(
    `select ${COLUMNS}, ${memberName('created_by')}
     from invitations where app_id = ? and ${IS_OPEN} order by created_at, id`,
    [appId, now],
  );
}

export async function countOpenInvitations(
  db: Reader,
  appId: string,
  now: number,
): Promise<number> {
  const sql = `select count(*) as open from invitations where app_id = ? and ${IS_OPEN}`;
  return (await db.all<{ open: number }>(sql, [appId, now]))[0]?.open ?? 0;
}

/** The open invitations of a person to apps, oldest first. */
export function listOpenJoins(db: Reader, email: string, now: number): Promise<JoinInvitation[]> {
  return db.all<JoinInvitation>(
    `select ${COLUMNS} from invitations where email = ? and kind = 'join' and ${IS_OPEN}
     order by created_at, id`,
    [email, now],
  );
}

/** Uses a one-time link; false if it was used, was withdrawn or has expired. Only this statement decides. */
export async function useInvitation(tx: Transaction, id: string, now: number): Promise<boolean> {
  const sql = `update invitations set used_at = ? where id = ? and ${IS_OPEN}`;
  return (await tx.run(sql, [now, id, now])) === 1;
}

export async function withdrawInvitation(
  tx: Transaction,
  id: string,
  now: number,
): Promise<boolean> {
  const sql = `update invitations set withdrawn_at = ? where id = ? and ${IS_OPEN}`;
  return (await tx.run(sql, [now, id, now])) === 1;
}

/** Withdraws the links of a person: those to join an app, or (null) those to choose a password. */
export async function withdrawInvitations(
  tx: Transaction,
  email: string,
  appId: string | null,
  now: number,
): Promise<void> {
  const app = appId === null ? 'app_id is null' : 'app_id = ?';
  const sql = `update invitations set withdrawn_at = ? where email = ? and ${app} and ${IS_OPEN}`;
  await tx.run(sql, [now, email, ...(appId === null ? [] : [appId]), now]);
}

/**
 * Deletes some invitations that have expired, used or not, with their e-mail addresses; returns how many. The last one
 * remains, since without any the next start would be a first start.
 */
export function removeOldInvitations(tx: Transaction, now: number): Promise<number> {
  return tx.run(
    `delete from invitations where id in
       (select id from invitations where expires_at <= ?
          and id <> (select id from invitations order by created_at desc, id desc limit 1)
        limit ${DELETED_AT_ONCE})`,
    [now],
  );
}
