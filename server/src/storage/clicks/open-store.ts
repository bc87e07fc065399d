import type { ClickThreadData } from './click-protocol.ts';
import type { ClickSql } from './click-sql.ts';
import type { ClickStore } from './click-store.ts';
import { isClickHouse } from './clickhouse/clickhouse-address.ts';
import type { Countries } from './countries.ts';
import { SqlStore } from './sql-store.ts';

/** Shorter than the time after which the click thread is replaced. */
const MAX_STATEMENT_MS = 10_000;
/** For statements about whole days of all apps, for which no batch waits. */
const MAX_SEAL_MS = 3_600_000;

/** One connection stores, the other one removes what is old. */
const POOL_SIZE = 2;

/** The store that the click thread writes to. Loads only the code of its engine. */
export async function openStore(
  data: ClickThreadData,
  countries: Countries | undefined,
): Promise<ClickStore> {
  const { settings, writer } = data;
  if (isClickHouse(data.url)) return openClickHouse(data, countries);
  return new SqlStore(await openSql(data), writer, settings, countries);
}

async function openClickHouse(
  { url, postgres, settings, writer }: ClickThreadData,
  countries: Countries | undefined,
): Promise<ClickStore> {
  const { ClickHouse } = await import('./clickhouse/clickhouse.ts');
  const { ClickHouseStore } = await import('./clickhouse/clickhouse-store.ts');
  const timeoutMs = Math.min(postgres.statementTimeoutMs, MAX_STATEMENT_MS);
  const connections = {
    db: new ClickHouse(url, { timeoutMs, connections: 1 }),
    slow: new ClickHouse(url, { timeoutMs: MAX_SEAL_MS, connections: 1 }),
  };
  return new ClickHouseStore(connections, writer, settings, countries);
}

/** A click store on SQLite or PostgreSQL. It is opened at its first use. `maxStatementMs`: how long a statement may take at most. */
export async function openSql(
  { url, postgres }: Pick<ClickThreadData, 'url' | 'postgres'>,
  maxStatementMs = MAX_STATEMENT_MS,
): Promise<ClickSql> {
  if (url.startsWith('sqlite:')) {
    const { SqliteClicks } = await import('./sqlite-clicks.ts');
    return new SqliteClicks(url.slice('sqlite:'.length));
  }
  const { PostgresClicks } = await import('./postgres-clicks.ts');
  const statementTimeoutMs = Math.min(postgres.statementTimeoutMs, maxStatementMs);
  return new PostgresClicks({ ...postgres, statementTimeoutMs, url, poolSize: POOL_SIZE });
}
