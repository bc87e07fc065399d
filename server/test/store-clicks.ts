import { randomBytes } from 'node:crypto';
import { BatchBuilder, type Click } from '../src/storage/clicks/batch.ts';
import type { ClickSql } from '../src/storage/clicks/click-sql.ts';
import type { ClickStore } from '../src/storage/clicks/click-store.ts';
import type { ClickSettings } from '../src/storage/clicks/clicks.ts';
import { clicksUrlOf } from '../src/storage/clicks/open-clicks.ts';
import { openStore } from '../src/storage/clicks/open-store.ts';
import { PostgresClicks } from '../src/storage/clicks/postgres-clicks.ts';
import { SqliteClicks } from '../src/storage/clicks/sqlite-clicks.ts';
import { CLICK_SETTINGS } from './clicks/click-settings.ts';

/** Clicks in a batch: a busy service has more of them, a quiet one fewer. */
const BATCH = 2000;

/** The click store as the click thread has it. Each one is another instance. */
export function openClickStore(
  url: string,
  settings: Partial<ClickSettings> = {},
  writer = randomBytes(8).toString('hex'),
): Promise<ClickStore> {
  const postgres = { statementTimeoutMs: 30_000, preparedStatements: true };
  const all = { ...CLICK_SETTINGS, ...settings };
  return openStore({ url, postgres, settings: all, writer }, undefined);
}

/** Stores clicks, oldest first, as the service does, but each batch at the time of its first click. */
export async function storeClicks(
  databaseUrl: string,
  clicks: readonly Click[],
  clicksUrl = clicksUrlOf(databaseUrl),
): Promise<void> {
  const store = await openClickStore(clicksUrl);
  await store.open(0);
  for (let from = 0; from < clicks.length; from += BATCH) {
    const batch = new BatchBuilder();
    for (const click of clicks.slice(from, from + BATCH)) batch.add(click);
    await store.store(batch.finish(), from / BATCH + 1, clicks[from]?.at ?? 0);
  }
  await store.close();
}

/** The database of the click thread. */
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
