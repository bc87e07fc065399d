import type { Reader, Transaction } from './database.ts';

/** What a process must remove from its cache: an app's rules, a token, or a link by its code. */
export type ChangeSubject = `app:${string}` | `token:${string}` | `link:${string}`;

/** Adds a change in the transaction that makes it, so that no process misses it. */
export async function appendChange(
  tx: Transaction,
  subject: ChangeSubject,
  now: number,
): Promise<void> {
  await tx.run('insert into changes (subject, created_at) values (?, ?)', [subject, now]);
  await tx.announce();
}

export async function lastChange(db: Reader): Promise<number> {
  const [row] = await db.all<{ seq: number | null }>('select max(seq) as seq from changes');
  return row?.seq ?? 0;
}

export function changesAfter(
  db: Reader,
  seq: number,
): Promise<{ seq: number; subject: ChangeSubject }[]> {
  return db.all('select seq, subject from changes where seq > ? order by seq', [seq]);
}
