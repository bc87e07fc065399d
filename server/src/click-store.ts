import { existsSync } from 'node:fs';
import type { Config } from './config.ts';
import { pathOf } from './storage/backups/write-files.ts';
import type { ClickSql } from './storage/clicks/click-sql.ts';
import { isClickStore } from './storage/clicks/click-tables.ts';
import { isClickHouse } from './storage/clicks/clickhouse/clickhouse-address.ts';
import { openSql } from './storage/clicks/open-store.ts';
import { clicksUrl, postgresSettings } from './store.ts';

/** A copy counts and empties whole tables. */
const STATEMENT_MS = 3_600_000;

/**
 * The click store on SQLite or PostgreSQL, to copy it; undefined: clicks are off, or there is none. With `create`, it
 * need not exist.
 */
export async function clickStoreOf(
  config: Config,
  { create = false }: { readonly create?: boolean } = {},
): Promise<ClickSql | undefined> {
  const url = clicksUrl(config);
  if (!config.clicks || isClickHouse(url)) return undefined;
  const path = pathOf(url);
  if (path !== undefined && !create && !existsSync(path)) return undefined;
  const postgres = { ...postgresSettings(config), statementTimeoutMs: STATEMENT_MS };
  const sql = await openSql({ url, postgres }, STATEMENT_MS);
  if (path !== undefined || create || (await isClickStore(sql))) return sql;
  await sql.close();
  return undefined;
}
