import { randomBytes } from 'node:crypto';
import { BatchBuilder, type Click } from '../src/storage/clicks/batch.ts';
import type { ClickSql } from '../src/storage/clicks/click-sql.ts';
import { ClickWriter } from '../src/storage/clicks/click-writer.ts';
import { clicksUrlOf } from '../src/storage/clicks/open-clicks.ts';
import { PostgresClicks } from '../src/storage/clicks/postgres-clicks.ts';
import { SqliteClicks } from '../src/storage/clicks/sqlite-clicks.ts';
import { CLICKS_SET, migrate } from '../src/storage/migrate.ts';

/** Clicks in a batch: a busy service has more of them, a quiet one fewer. */
const BATCH = 2000;

/** Stores clicks, oldest first, as the service does, but each batch at the time of its first click. */
export async function storeClicks(databaseUrl: string, clicks: readonly Click[]): Promise<void> {
  const sql = openClickSql(databaseUrl);
  await migrate(sql, 0, CLICKS_SET);
  const writer = new ClickWriter(sql, randomBytes(8).toString('hex'), true);
  for (let from = 0; from < clicks.length; from += BATCH) {
    const batch = new BatchBuilder();
    for (const click of clicks.slice(from, from + BATCH)) batch.add(click);
    await writer.store(batch.finish(), from / BATCH + 1, clicks[from]?.at ?? 0);
  }
  await sql.close();
}

/** The store of clicks as the click thread has it. */
export function openClickSql(databaseUrl: string): ClickSql {
  const url = clicksUrlOf(databaseUrl);
  if (url.startsWith('sqlite:')) return new SqliteClicks(url.slice('sqlite:'.length));
  return new PostgresClicks({
    url,
    poolSize: 1,
    statementTimeoutMs: 30_000,
    preparedStatements: true,
  });
}
