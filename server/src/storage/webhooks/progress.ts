import type { Reader, Transaction } from '../database.ts';

/** The last link whose expiry was reported. `at`: milliseconds since 1970-01-01 UTC. */
export interface ExpiryMark {
  readonly at: number;
  readonly link: number;
}

/** Waits until no other process makes deliveries or reports expired links, until the transaction ends. */
export async function takeTurn(tx: Transaction): Promise<void> {
  await tx.run(
    `insert into webhook_progress (id, turn, expired_at, expired_link) values (1, 0, 0, 0)
     on conflict (id) do update set turn = 1 - webhook_progress.turn`,
  );
}

export async function expiryMark(db: Reader): Promise<ExpiryMark> {
  const sql = 'select expired_at as at, expired_link as link from webhook_progress where id = 1';
  return (await db.all<ExpiryMark>(sql))[0] ?? { at: 0, link: 0 };
}

export async function saveExpiryMark(tx: Transaction, { at, link }: ExpiryMark): Promise<void> {
  const sql = 'update webhook_progress set expired_at = ?, expired_link = ? where id = 1';
  await tx.run(sql, [at, link]);
}
