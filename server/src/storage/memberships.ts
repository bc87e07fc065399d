import type { Role } from '../domain/access/role.ts';
import type { Member } from '../domain/access/member.ts';
import { yieldToEventLoop } from '../time-slices.ts';
import type { Reader, Transaction } from './database.ts';

/** A member of an app. Times are milliseconds since 1970-01-01 UTC. */
export interface AppMember extends Member {
  readonly role: Role;
  /** Counts changes of the role. */
  readonly version: number;
  readonly joinedAt: number;
  /** In this app; null: not since this column exists. */
  readonly lastSeenAt: number | null;
}

/** An app, as one of its members sees it. */
export interface MemberApp {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** When the app was created; milliseconds since 1970-01-01 UTC. */
  readonly createdAt: number;
}

const APP_MEMBERS = `select m.id, m.email, m.name, s.role, s.version, s.created_at as "joinedAt",
    s.last_seen_at as "lastSeenAt"
  from memberships s join members m on m.id = s.member_id where s.app_id = ?`;

/** Members that are read in one statement. */
const READ_AT_A_TIME = 500;

/** The members of an app, in the order in which they joined. */
export async function listAppMembers(db: Reader, appId: string): Promise<AppMember[]> {
  const members: AppMember[] = [];
  for (let last = ''; ;) {
    const sql = `${APP_MEMBERS} and s.member_id > ? order by s.member_id limit ?`;
    const some = await db.all<AppMember>(sql, [appId, last, READ_AT_A_TIME]);
    members.push(...some);
    if (some.length < READ_AT_A_TIME) break;
    last = some.at(-1)?.id ?? '';
    await yieldToEventLoop();
  }
  return members.toSorted((a, b) => a.joinedAt - b.joinedAt || (a.id < b.id ? -1 : 1));
}

export async function findAppMember(
  db: Reader,
  appId: string,
  memberId: string,
): Promise<AppMember | undefined> {
  return (await db.all<AppMember>(`${APP_MEMBERS} and m.id = ?`, [appId, memberId]))[0];
}

export function listMemberApps(db: Reader, memberId: string): Promise<MemberApp[]> {
  return db.all<MemberApp>(
    `select a.id, a.name, s.role, a.created_at as "createdAt"
     from memberships s join apps a on a.id = s.app_id where s.member_id = ? order by a.name`,
    [memberId],
  );
}

export async function countOwners(db: Reader, appId: string): Promise<number> {
  const sql = `select count(*) as owners from memberships where app_id = ? and role = 'owner'`;
  return (await db.all<{ owners: number }>(sql, [appId]))[0]?.owners ?? 0;
}

/** Adds a member, or changes the role of an existing one. */
export async function saveMembership(
  tx: Transaction,
  appId: string,
  memberId: string,
  role: Role,
  now: number,
): Promise<void> {
  await tx.run(
    `insert into memberships (app_id, member_id, role, created_at) values (?, ?, ?, ?)
     on conflict (app_id, member_id)
     do update set role = excluded.role, version = memberships.version + 1`,
    [appId, memberId, role, now],
  );
}

/** Writes when a member last used an app, unless a later time is stored. */
export async function touchMembership(
  tx: Transaction,
  appId: string,
  memberId: string,
  usedAt: number,
): Promise<void> {
  await tx.run(
    `update memberships set last_seen_at = ? where app_id = ? and member_id = ?
     and (last_seen_at is null or last_seen_at < ?)`,
    [usedAt, appId, memberId, usedAt],
  );
}

export async function deleteMembership(
  tx: Transaction,
  appId: string,
  memberId: string,
): Promise<void> {
  await tx.run('delete from memberships where app_id = ? and member_id = ?', [appId, memberId]);
}

/** The people who own every app that has an owner. */
export function listCommonOwners(db: Reader): Promise<Pick<Member, 'id' | 'email'>[]> {
  return db.all(
    `select m.id, m.email from memberships s join members m on m.id = s.member_id
     where s.role = 'owner' group by m.id, m.email
     having count(*) = (select count(distinct app_id) from memberships where role = 'owner')
     order by m.email`,
  );
}

/** The ids of the apps without members and open invitations. */
export async function listUnownedApps(db: Reader, now: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    `select a.id from apps a
     where not exists (select 1 from memberships where app_id = a.id)
       and not exists (select 1 from invitations where app_id = a.id
         and used_at is null and withdrawn_at is null and expires_at > ?)
     order by a.created_at, a.id`,
    [now],
  );
  return rows.map(({ id }) => id);
}
