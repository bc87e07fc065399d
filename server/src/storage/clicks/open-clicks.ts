import type { PostgresSettings } from '../postgres/driver.ts';
import { openDatabase } from '../open.ts';
import type { Clicks, ClickSettings, ClickStats } from './clicks.ts';

/** Where the store of clicks is if no setting says so: beside the file, or in the same database. */
export function clicksUrlOf(databaseUrl: string): string {
  if (!databaseUrl.startsWith('sqlite:')) return databaseUrl;
  return `${databaseUrl.replace(/\.db$/, '')}-clicks.db`;
}

/** Connections of a process for reading clicks: more would not make the few readers faster. */
const POOL_SIZE = 3;

const NOTHING: ClickStats = {
  recorded: 0,
  stored: 0,
  waiting: 0,
  lost: { buffer_full: 0, store_failed: 0, store_timeout: 0, stopped: 0 },
};

/** Opens the store of clicks for reading. It is opened at its first use. */
export async function openClicks(
  url: string,
  settings: ClickSettings,
  postgres: Omit<PostgresSettings, 'url' | 'poolSize'>,
  reads: { readonly readerThreads: boolean },
): Promise<Clicks> {
  const codes = { alphabet: 'x', length: 1 };
  const db = await openDatabase(url, codes, { ...postgres, poolSize: POOL_SIZE }, reads);
  const { engine, location, files } = db;
  return {
    engine,
    location,
    files,
    settings,
    reader: db,
    settle: async () => undefined,
    stats: () => NOTHING,
    close: () => db.close(),
  };
}
