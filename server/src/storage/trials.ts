import type { Reader, Transaction } from './database.ts';

// A trial of templates runs in a process of the installation, which extends `expires_at`: milliseconds since 1970-01-01 UTC.

export async function listTriedApps(db: Reader, now: number): Promise<string[]> {
  const sql = 'select app_id from trials where expires_at > ?';
  return (await db.all<{ app_id: string }>(sql, [now])).map(({ app_id }) => app_id);
}

/** Inserts a trial into one of the slots 1 to `slots`; false if none is free or the app has a trial. */
export async function insertTrial(
  tx: Transaction,
  trial: { readonly id: string; readonly appId: string; readonly expiresAt: number },
  slots: number,
  now: number,
): Promise<boolean> {
  const { id, appId, expiresAt } = trial;
  await tx.run('delete from trials where expires_at <= ?', [now]);
  const rows = await tx.all<{ slot: number }>('select slot from trials');
  const taken = new Set(rows.map(({ slot }) => slot));
  const sql =
    'insert into trials (slot, app_id, id, expires_at) values (?, ?, ?, ?) on conflict do nothing';
  for (let slot = 1; slot <= slots; slot++) {
    if (taken.has(slot)) continue;
    if ((await tx.run(sql, [slot, appId, id, expiresAt])) === 1) return true;
  }
  return false;
}

export async function extendTrial(tx: Transaction, id: string, expiresAt: number): Promise<void> {
  await tx.run('update trials set expires_at = ? where id = ?', [expiresAt, id]);
}

export async function deleteTrial(tx: Transaction, id: string): Promise<void> {
  await tx.run('delete from trials where id = ?', [id]);
}
