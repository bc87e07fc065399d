import type { Member } from '../domain/access/member.ts';
import type { Reader, Transaction } from './database.ts';
import { insertRow, selectList } from './rows.ts';

/** The column `byName`: the name, or else the e-mail address, of the member whose id is in `column`. */
export function memberName(column: string): string {
  return `(select case when m.name <> '' then m.name else m.email end
    from members m where m.id = ${column}) as "byName"`;
}

/** A person with their password. */
export interface StoredMember extends Member {
  /** A PHC string; null: signs in elsewhere. */
  readonly password: string | null;
}

/** A member with their OpenID Connect provider. */
export interface FoundMember extends StoredMember {
  /** The issuer; null: none. */
  readonly oidcIssuer: string | null;
}

const FIELDS = ['id', 'email', 'name', 'password'] as const;
const COLUMNS = selectList([...FIELDS, 'oidcIssuer']);

export async function findMemberByEmail(
  db: Reader,
  email: string,
): Promise<FoundMember | undefined> {
  const sql = `select ${COLUMNS} from members where email = ?`;
  return (await db.all<FoundMember>(sql, [email]))[0];
}

export async function findMember(db: Reader, id: string): Promise<StoredMember | undefined> {
  return (await db.all<StoredMember>(`select ${COLUMNS} from members where id = ?`, [id]))[0];
}

/** The member with this identity at an OpenID Connect provider. */
export async function findMemberByIdentity(
  db: Reader,
  issuer: string,
  subject: string,
): Promise<StoredMember | undefined> {
  const sql = `select ${COLUMNS} from members where oidc_issuer = ? and oidc_subject = ?`;
  return (await db.all<StoredMember>(sql, [issuer, subject]))[0];
}

/** Connects a member to an identity at an OpenID Connect provider; undefined: disconnects them. */
export async function connectMember(
  tx: Transaction,
  id: string,
  identity: { readonly issuer: string; readonly subject: string } | undefined,
): Promise<void> {
  const sql = 'update members set oidc_issuer = ?, oidc_subject = ? where id = ?';
  await tx.run(sql, [identity?.issuer ?? null, identity?.subject ?? null, id]);
}

export async function hasMembers(db: Reader): Promise<boolean> {
  return (await db.all('select 1 from members limit 1')).length > 0;
}

export function insertMember(tx: Transaction, member: StoredMember, now: number): Promise<void> {
  return insertRow(tx, 'members', [...FIELDS, 'createdAt'], { ...member, createdAt: now });
}

export async function updateMember(
  tx: Transaction,
  { id, name, password }: StoredMember,
): Promise<void> {
  await tx.run('update members set name = ?, password = ? where id = ?', [name, password, id]);
}
