import type { Member } from '../domain/member.ts';
import type { Reader, Transaction } from './database.ts';

/** A person with what proves who they are. */
export interface StoredMember extends Member {
  /** A PHC string; null: signs in elsewhere. */
  readonly password: string | null;
}

const COLUMNS = 'id, email, name, password';

export async function findMemberByEmail(
  db: Reader,
  email: string,
): Promise<StoredMember | undefined> {
  const sql = `select ${COLUMNS} from members where email = ?`;
  return (await db.all<StoredMember>(sql, [email]))[0];
}

export async function findMember(db: Reader, id: string): Promise<StoredMember | undefined> {
  return (await db.all<StoredMember>(`select ${COLUMNS} from members where id = ?`, [id]))[0];
}

export async function hasMembers(db: Reader): Promise<boolean> {
  return (await db.all('select 1 from members limit 1')).length > 0;
}

export async function insertMember(
  tx: Transaction,
  { id, email, name, password }: StoredMember,
  now: number,
): Promise<void> {
  const sql = 'insert into members (id, email, name, password, created_at) values (?, ?, ?, ?, ?)';
  await tx.run(sql, [id, email, name, password, now]);
}

export async function updateMember(
  tx: Transaction,
  { id, name, password }: StoredMember,
): Promise<void> {
  await tx.run('update members set name = ?, password = ? where id = ?', [name, password, id]);
}
