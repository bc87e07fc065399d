import type { ClickThreadData } from './click-protocol.ts';
import type { ClickSql } from './click-sql.ts';
import type { ClickStore } from './click-store.ts';
import { Countries } from './countries.ts';
import { SqlStore } from './sql-store.ts';

/** Shorter than the time after which the click thread is replaced. */
const MAX_STATEMENT_MS = 10_000;

/** The store that the click thread writes to. Loads only the code of its engine. */
export async function openStore(data: ClickThreadData): Promise<ClickStore> {
  const { settings, writer } = data;
  const { countryFile } = settings;
  const countries = countryFile === undefined ? undefined : new Countries(countryFile);
  return new SqlStore(await openSql(data), writer, settings, countries);
}

async function openSql({ url, postgres }: ClickThreadData): Promise<ClickSql> {
  if (url.startsWith('sqlite:')) {
    const { SqliteClicks } = await import('./sqlite-clicks.ts');
    return new SqliteClicks(url.slice('sqlite:'.length));
  }
  const { PostgresClicks } = await import('./postgres-clicks.ts');
  // One connection stores, the other one removes what is old.
  const statementTimeoutMs = Math.min(postgres.statementTimeoutMs, MAX_STATEMENT_MS);
  return new PostgresClicks({ ...postgres, statementTimeoutMs, url, poolSize: 2 });
}
